import { readOnlyFilter } from "../filters/read-only-filter.ts";
import type { Vocabulary } from "../filters/tools/vocabulary.ts";
import { checkShapes, forksShape, isFunction, type Shape } from "../fork/params/check-shapes.ts";
import type { ForkResult } from "../fork/fork-result.ts";
import { checkConsumer, type ConsumerRun } from "./consumer-run.ts";
import { startConsumer, type StartedConsumer } from "./started-consumer.ts";

export type AwaySummary = ConsumerRun & {
  readonly vocabulary?: Vocabulary;
  /** The only folders that it may read. Default: all folders. */
  readonly readRoots?: readonly string[];
  /** Called with the summary at the end, or with null if the fork did not write one. */
  readonly show: (summary: string | null, run: ForkResult) => void | Promise<void>;
  /** Called with an error that `show` throws. No caller waits for it. */
  readonly onFault: (fault: unknown) => void;
};

const shapes: readonly Shape[] = [
  forksShape,
  { name: "show", fits: isFunction, wanted: "a function; pass (summary, run) => …" },
  { name: "onFault", fits: isFunction, wanted: "a function; pass (fault) => …, called with errors of show" },
];

const directive =
  "The user was away and comes back. Tell them in one to three sentences what has happened since their last message: what was done, what came of it, what waits for them. No greeting, no list.";

/**
 * Starts a fork that sums up what a user has missed: fire and forget, reading at most. Resolves as soon as it runs, with a
 * handle whose completion is the run, once `show` was called. Rejects as `fork()` does, before anything is sent. Defaults: 5 turns, 1 minute.
 */
export async function startAwaySummary(summary: AwaySummary): Promise<StartedConsumer<ForkResult>> {
  const { forks, vocabulary, readRoots, show, onFault, ...run } = summary;
  const filter = readOnlyFilter({
    ...(vocabulary === undefined ? {} : { vocabulary }),
    ...(readRoots === undefined ? {} : { readRoots }),
  });
  checkShapes(summary, shapes);
  checkConsumer(summary, ["vocabulary", "readRoots", "show", "onFault"], "an away summary");
  const named = { directive, label: "away_summary", source: "away_summary" };
  return startConsumer(forks, { maxTurns: 5, timeoutMs: 60_000, ...run, filter, ...named }, async (result) => {
    try {
      await show(result.stop.cause === "completed" ? result.finalText : null, result);
    } catch (fault) {
      onFault(fault);
    }
    return result;
  });
}
