import type { CacheSafeParams } from "../cache-safe/cache-safe-params.ts";
import { ForkPointError } from "../cache-safe/fork-point-error.ts";
import { describeValue } from "../wire/describe-value.ts";
import type { Span } from "../wire/span.ts";
import { checkOptions } from "./check-options.ts";
import { openCallNotice } from "./pass-through.ts";
import { everyWire, formatOf, pointerTo, runOf, sameResult, textsOf, userMessage } from "./seed-parts.ts";
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

/** One question to a snapshot of the parent, for side queries that need its conversation. Throws RangeError for an option that is none. */
export function snapshotQuery(options: SnapshotQueryOptions = {}): Strategy {
  checkOptions("snapshotQuery", options, ["window", "tools"]);
  const { window = Infinity, tools = "kept" } = options;
  if (!(typeof window === "number" && window >= 1)) {
    throw new RangeError(`snapshotQuery: window is ${describeValue(window)}; give a number of elements from 1`);
  }
  if (tools !== "kept" && tools !== "emptied") {
    throw new RangeError(`snapshotQuery: tools is ${describeValue(tools)}; write "kept" or "emptied"`);
  }
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
  const system = formatOf(parent).members.system.length > 0 ? 0 : parent.system.length;
  const start = windowStart(parent, system, window);
  const isCut = start > system;
  const hasTools = parent.tools.length > 0;
  return {
    history: isCut ? [...runOf(parent, 0, system), ...runOf(parent, start)] : null,
    members: emptied && hasTools ? formatOf(parent).withoutTools : {},
    answer,
    messages: [userMessage(parent, sameResult(openCalls, openCallNotice), textsOf(task))],
    sharedEnd: emptied && hasTools ? "/tools/0" : isCut ? pointerTo(parent, system) : null,
    note: null,
  };
}

/**
 * The first element of the window that can open a history: a user's, and no result of a call that is cut off. Where none in
 * it can, the nearest before it: the tail is one tool round, which is kept whole rather than cut. `system` keeps all.
 */
function windowStart(parent: CacheSafeParams, system: number, window: number): number {
  const format = formatOf(parent);
  const { bytes, history } = parent.body;
  const from = history.length - window;
  if (from <= system) return system;
  const opens = ({ start, end }: Span): boolean => {
    const { role, results } = format.view(bytes.subarray(start, end));
    return role === "user" && results.length === 0;
  };
  const inside = history.slice(from).findIndex(opens);
  return inside === -1 ? Math.max(system, history.slice(0, from).findLastIndex(opens)) : from + inside;
}
