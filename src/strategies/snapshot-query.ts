import type { CacheSafeParams } from "../cache-safe/cache-safe-params.ts";
import { ForkPointError } from "../cache-safe/fork-point-error.ts";
import { openCallNotice } from "./pass-through.ts";
import { everyWire, formatOf, historyOf, pointerTo, sameResult, textsOf, userMessage } from "./seed-parts.ts";
import type { ForkSeed, ForkTask, SharedEnd, Strategy } from "./strategy.ts";

export type SnapshotQueryOptions = {
  /**
   * Keep only so many of the parent's last elements, as Qwen Code keeps 40. Loses the cache behind the system prompt as
   * soon as the history is longer. Default: all of them.
   */
  readonly window?: number;
  /** `emptied` sends no tools, as Qwen Code does by default: nothing at all can be read from the cache then. */
  readonly tools?: "kept" | "emptied";
};

/** One question to a snapshot of the parent, for side queries that need its conversation (other-forks.md A.8). */
export function snapshotQuery({ window = Infinity, tools = "kept" }: SnapshotQueryOptions = {}): Strategy {
  if (!(window >= 1)) throw new RangeError(`${window} is no number of elements`);
  const expectedSharedEnd: SharedEnd =
    tools === "emptied" ? "nothing" : window === Infinity ? "parent-request" : "system";
  return {
    name: "snapshot-query",
    wires: everyWire,
    expectedSharedEnd,
    seed: (parent, task) => seedQuery(parent, task, window, tools === "emptied"),
  };
}

function seedQuery(parent: CacheSafeParams, task: ForkTask, window: number, emptied: boolean): ForkSeed {
  if (emptied && parent.toolChoice !== null) {
    throw new ForkPointError(
      "tool-choice",
      "the parent's request chooses among its tools, and a request without tools may not",
      "Keep the tools: it also keeps the cache.",
    );
  }
  const { answer, openCalls } = parent.continuation;
  const history = historyOf(parent);
  const system = formatOf(parent).members.system.length > 0 ? 0 : parent.system.length;
  const start = windowStart(parent, history, Math.max(system, history.length - window));
  const isCut = start > system;
  const hasTools = parent.tools.length > 0;
  return {
    history: isCut ? [...history.slice(0, system), ...history.slice(start)] : null,
    members: emptied && hasTools ? { tools: "[]" } : {},
    answer,
    messages: [userMessage(parent, sameResult(openCalls, openCallNotice), textsOf(task))],
    sharedEnd: emptied && hasTools ? "/tools/0" : isCut ? pointerTo(parent, system) : null,
    note: null,
  };
}

/** The first element from `from` on that can open a history: a user's, and no result of a call that is cut off. */
function windowStart(parent: CacheSafeParams, history: readonly Buffer[], from: number): number {
  if (from === 0) return 0;
  const format = formatOf(parent);
  const opens = history.findIndex((element, index) => {
    const { role, results } = format.view(element);
    return index >= from && role === "user" && results.length === 0;
  });
  // No such element: the tail is one tool round, which is kept whole rather than cut.
  return opens === -1
    ? history.findLastIndex(
        (element) => format.view(element).results.length === 0 && format.view(element).role === "user",
      )
    : opens;
}
