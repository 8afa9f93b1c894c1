import type { CacheSafeParams } from "../cache-safe/cache-safe-params.ts";
import { describeValue } from "../wire/describe-value.ts";
import { checkOptions } from "./check-options.ts";
import { openCallNotice } from "./pass-through.ts";
import { everyWire, formatOf, historyOf, pointerTo, runOf, sameResult, textsOf, userMessage } from "./seed-parts.ts";
import type { ForkSeed, ForkTask, Strategy } from "./strategy.ts";
import { lastUserTurns } from "./user-turns.ts";

export type LastTurnsOptions = {
  /** The start-up context of the fork, made anew, since the parent's is outside the window. Default: no context. */
  readonly context?: string | null;
};

/**
 * The parent's last `count` turns of the user with what followed them, behind fresh context. A shorter history is
 * kept whole. A summary of a compaction is a message of the user on the wire, so it counts as a turn, unlike in Qwen Code. A window loses the cache behind the system prompt, and reports that. It suits a parent
 * whose history is useless or too large. Throws RangeError if `count` is below 1.
 */
export function lastNTurns(count: number, options: LastTurnsOptions = {}): Strategy {
  checkOptions("lastNTurns", options, ["context"]);
  const { context = null } = options;
  if (!Number.isSafeInteger(count) || count < 1) {
    throw new RangeError(`lastNTurns: count is ${describeValue(count)}; give a whole number of turns from 1`);
  }
  return {
    name: "last-n-turns",
    wires: everyWire,
    expectedSharedEnd: "system",
    seed: (parent, task) => seedTurns(parent, task, { count, context }),
  };
}

function seedTurns(
  parent: CacheSafeParams,
  task: ForkTask,
  { count, context }: { readonly count: number; readonly context: string | null },
): ForkSeed {
  const format = formatOf(parent);
  const history = historyOf(parent);
  // A system prompt at the head of the history belongs to no turn and stays.
  const system = format.members.system.length > 0 ? 0 : parent.system.length;
  const turns = lastUserTurns(format, history, count);
  const start = turns[0] ?? history.length;
  const { answer, openCalls } = parent.continuation;
  const hasTurns = turns.length > 0;
  const results = hasTurns ? sameResult(openCalls, openCallNotice) : [];
  const rebuilt = context === null ? [] : [format.encodeUser([], [context])];
  return {
    history: [...runOf(parent, 0, system), ...rebuilt, ...runOf(parent, start)],
    members: {},
    answer: hasTurns ? answer : null,
    messages: [userMessage(parent, results, textsOf(task))],
    sharedEnd: start === system && context === null ? null : pointerTo(parent, system),
    note: null,
  };
}
