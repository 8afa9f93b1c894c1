import { BuildSketch } from "../../builds/build-sketch.ts";
import type { Build } from "../../builds/build.ts";
import { compareBuilds } from "../../builds/compare-builds.ts";
import type { BuildComparison } from "../../kernel/inspection/build-comparison.ts";
import type { Recording } from "../../kernel/exchange.ts";
import { pluralize } from "../../kernel/text/format-count.ts";
import { inspectRecording } from "../../verdict/recording/inspect-recording.ts";
import { withPrices } from "./with-prices.ts";
import { splitCounters } from "../../counters/split-counters.ts";
import type { Console } from "../../io/console.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { DamageLimit } from "../../sources/damage.ts";
import { type OpenedSources, openSources } from "../../sources/open-sources.ts";
import { describeSources } from "../sources/describe-sources.ts";
import { usageError } from "../usage-error.ts";

/**
 * Two recordings of one agent.
 *
 * @throws HarnessError HX535 if they share no conversation; those of a recording that cannot be read
 */
export async function compareRecordings(
  before: string,
  after: string,
  { maxDamaged, allowsFewer, err, errStyle }: CompareContext,
): Promise<BuildComparison> {
  using old = await openSources([before]);
  using now = await openSources([after]);
  const comparison = await compared([before, old], [after, now], { maxDamaged, allowsFewer });
  for (const sources of [old.describe(), now.describe()])
    if (sources.damaged.length > 0) for (const line of describeSources(sources, errStyle)) err(line);
  return comparison;
}

type CompareRules = {
  readonly maxDamaged: DamageLimit;
  /** Whether the second recording may lack requests of the first. */
  readonly allowsFewer: boolean;
};

type CompareContext = Pick<Console, "err" | "errStyle"> & CompareRules;

type Named = readonly [name: string, sources: OpenedSources];

async function compared(
  [before, opened]: Named,
  [after, openedNow]: Named,
  { maxDamaged, allowsFewer }: CompareRules,
): Promise<BuildComparison> {
  const [old, now] = [await buildOf(opened, maxDamaged), await buildOf(openedNow, maxDamaged)];
  const comparison = compareBuilds(old, now, allowsFewer);
  if (comparison !== null) return comparison;
  const counts = [old, now].map(({ judged }) => pluralize(judged.totals.conversations, "conversation"));
  throw usageError(
    "HX535",
    `the recordings share no conversation: ${before} has ${counts[0]}, ${after} ${counts[1]}, and none begins with a similar message`,
    "record both builds with the same tasks",
  );
}

/** Unless damage is allowed, each exchange must be readable: a break may be in the one that is not. */
async function buildOf(sources: OpenedSources, maxDamaged: DamageLimit): Promise<Build> {
  const { bodies, counted } = splitCounters(sources.recording, (id) => sources.originOf(id)?.path ?? "");
  const [first] = counted;
  if (first !== undefined && bodies.ids.length > 0) throw holdsCounters(sources, first.id);
  const { loadReadable, ...strict } = sources.recording;
  const isStrict = maxDamaged.most === 0;
  const recording: Recording = isStrict || loadReadable === undefined ? strict : { ...strict, loadReadable };
  const sketch = new BuildSketch();
  const judged = sources.allowingDamage(maxDamaged, () =>
    inspectRecording(recording, { passesBroken: !isStrict }, (each) => {
      if (isStrict && each.read === null && each.fault !== null) throw each.fault;
      sketch.see(each);
    }),
  );
  return { recording, judged: await withPrices(judged), sketch };
}

/** The traffic of a build must be whole: a break may be in what its counters stand for. */
function holdsCounters({ originOf }: OpenedSources, id: string): HarnessError {
  const what = "it holds counters without bodies, which cannot be compared";
  const fix = "compare the recordings that hold bodies, without this file";
  return new HarnessError({ code: "HX252", what, where: originOf(id)?.path ?? null, fix, exit: 2 });
}
