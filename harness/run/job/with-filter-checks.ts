import { join, relative } from "node:path";
import { checkToolsKept } from "../../checks/pairs/check-tools-kept.ts";
import { makeNamedTempFolder } from "../../io/files/named-temp-folder.ts";
import { copyFolder, snapshotFolder } from "../../io/files/folder-snapshot.ts";
import { effects } from "../../scenario/expectations/effects.ts";
import type { FolderEffects } from "../../scenario/expectations/evidence.ts";
import { expectedOf } from "../../scenario/expectations/expectation.ts";
import { verdict } from "../../scenario/expectations/verdict.ts";
import type { FilterForm } from "../../scenario/filter-form.ts";
import type { ForkScenario } from "../../scenario/scenario.ts";
import type { Gathered } from "./gathered.ts";
import { locateMemory } from "../locate-memory.ts";

/**
 * Runs a fork with what a filter promises held against what happened. A memory fork gets a copy of its folder, so that what it
 * writes is real and nothing of the scenario's is changed; the folder that holds the copy is looked at whole, before and after.
 */
export async function withFilterChecks(
  scenario: ForkScenario,
  run: (scenario: ForkScenario) => Promise<Gathered>,
): Promise<Gathered> {
  const { filter } = scenario.fork;
  if (filter.length === 0) return run(scenario);
  const memory = filter.find((form) => form.kind === "auto-mem");
  if (memory === undefined) return withTools(scenario, await run(scenario));
  using place = makeNamedTempFolder(scenario.id);
  const folder = join(place.path, MEMORY);
  const [located] = locateMemory([memory], scenario);
  if (located?.kind === "auto-mem") copyFolder(located.memoryDir, folder);
  const before = snapshotFolder(place.path);
  const forms = filter.map((form): FilterForm => (form.kind === "auto-mem" ? { ...form, memoryDir: folder } : form));
  const gathered = nameless(place.path, await run({ ...scenario, fork: { ...scenario.fork, filter: forms } }));
  const seen: FolderEffects = { before: fromMemory(before), after: fromMemory(snapshotFolder(place.path)) };
  const kept = withTools(scenario, gathered);
  const written = effects.check(expectedOf(scenario.expect, effects), {
    ...NOTHING_JUDGED,
    forks: kept.forks,
    folder: seen,
  });
  return { ...kept, checks: [...kept.checks, ...written] };
}

/** The judgements are checked already. */
const NOTHING_JUDGED = { judgements: [], firstTurns: [], warnings: [], expectBreak: null };

/** Results hold no path of a single run: a call that names one is shown as a scenario would write it. */
function nameless(place: string, gathered: Gathered): Gathered {
  const plain = (text: string): string =>
    text.replaceAll(join(place, MEMORY), MEMORY_DIR).replaceAll(place, `${MEMORY_DIR}/${relative(MEMORY, "")}`);
  const forks = gathered.forks.map(({ decisions, ...fork }) => ({
    ...fork,
    decisions:
      decisions?.map(({ input, reason, ...said }) => ({
        ...said,
        input:
          input &&
          Object.fromEntries(
            Object.entries(input).map(([name, value]) => [name, typeof value === "string" ? plain(value) : value]),
          ),
        reason: plain(reason),
      })) ?? null,
  }));
  return { ...gathered, forks };
}

const MEMORY_DIR = "${memoryDir}";

/** The place of the copy inside the run's own folder: escapes from it are visible up to three folders above. */
const MEMORY = join("run", "home", "memory");

/** A scenario that moves its prefix on purpose, or whose strategy shares no prefix, may move the tools with it. */
function withTools({ expectBreak, expect }: ForkScenario, gathered: Gathered): Gathered {
  const judged = gathered.judgements.filter(({ verdict }) => verdict !== "not-comparable");
  if (expectBreak !== null || expectedOf(expect, verdict) === "diverged" || judged.length === 0) return gathered;
  return { ...gathered, checks: [...gathered.checks, checkToolsKept(judged)] };
}

/** Paths below the place as seen from the memory folder in it. */
function fromMemory(snapshot: FolderEffects["before"]): FolderEffects["before"] {
  return new Map([...snapshot].map(([path, fingerprint]) => [relative(MEMORY, path) || ".", fingerprint]));
}
