import { counterTimeline } from "../../counters/counter-timeline.ts";
import type { SplitRecording } from "../../counters/split-counters.ts";
import type { Console } from "../../io/console.ts";
import { renderJson } from "../../report/render-json.ts";
import type { DamageLimit } from "../../sources/damage.ts";
import type { OpenedSources } from "../../sources/open-sources.ts";
import type { Invocation } from "../command.ts";
import { type PageOutput, withPage } from "./page-option.ts";
import { describeSources } from "../sources/describe-sources.ts";
import { usageError } from "../usage-error.ts";

/** What asks for requests that were compared, or for one of them: counters alone do not answer it. */
const NEEDS_BODIES: readonly string[] = [
  "fail-on-break",
  "fail-on-unknown-model",
  "jsonl",
  "by",
  "incident",
  "blocks",
  "parent-of",
  "since",
  "until",
  "model",
  "conversation",
];

/** What changes only how requests with bodies are judged or shown. */
const OF_BODIES: readonly string[] = ["provider", "rules", "all", "save", "full-text"];

type CountersRequest = {
  readonly page: PageOutput | null;
  readonly maxDamaged: DamageLimit;
  /** Whether the caller checks the damage once all is shown. */
  readonly failsLast: boolean;
};

/**
 * Shows a recording of which only counters survive; false, and nothing is printed, for any other.
 *
 * @throws HarnessError HX505 for an option that counters do not need; HX213, HX226 before anything is printed
 */
export async function showCounters(
  sources: OpenedSources,
  { bodies, counted }: SplitRecording,
  { options, positionals }: Invocation,
  { page, maxDamaged, failsLast }: CountersRequest,
  streams: Console,
): Promise<boolean> {
  if (NEEDS_BODIES.some((name) => options.has(name))) return false;
  if (counted.length === 0 || bodies.ids.length > 0) return false;
  const idle = OF_BODIES.find((name) => options.has(name));
  if (idle !== undefined) {
    const what = `--${idle} needs requests with bodies, and this recording holds counters alone`;
    throw usageError("HX505", what, `leave --${idle} out`);
  }
  const timeline = counterTimeline(counted);
  const { out, err, outStyle, errStyle } = streams;
  if (!failsLast) sources.checkDamage(maxDamaged);
  for (const line of describeSources(sources.describe(), errStyle, null)) err(line);
  await withPage(page && (() => page.writeCounters(timeline, positionals)), streams, async () => {
    if (options.has("json")) return out(renderJson(timeline));
    const { renderCounters } = await import("../../report/render-counters.ts");
    return out(renderCounters(timeline, outStyle));
  });
  return true;
}
