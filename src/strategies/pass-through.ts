import { appendedTo, everyWire, sameResult, textsOf, userMessage } from "./seed-parts.ts";
import type { Strategy } from "./strategy.ts";

/**
 * The text for a fork about a call that its parent is still carrying out. One text for all calls and all
 * forks: siblings share their bytes up to the directive.
 */
export const openCallNotice = "This call is carried out in the parent conversation. Its result is not available here.";

/**
 * The parent's messages untouched, then its answer, then the fork's message: a result for every open call in call order,
 * the reminder, the directive. A reminder never goes into `system`, which comes before all messages in the cache order.
 */
export const passThrough: Strategy = {
  name: "pass-through",
  wires: everyWire,
  expectedSharedEnd: "parent-request",
  seed: (parent, task) => {
    const results = sameResult(parent.continuation.openCalls, openCallNotice);
    return appendedTo(parent, [userMessage(parent, results, textsOf(task))]);
  },
};
