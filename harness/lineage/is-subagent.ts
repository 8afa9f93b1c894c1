import { mayGive } from "./conversation-roots.ts";
import type { IndexedRequest } from "./requests/request-summary.ts";

/**
 * Whether a request says its task and nothing else: the task is the input of a call that its parent's answer made, and no message of
 * the parent is repeated, nor joined to the task. Such an agent begins a conversation of its own. It can share the tools and the system
 * prompt alone.
 */
export function isSubagent({ parent, relation, continuation, digest, joins }: IndexedRequest): boolean {
  const isGiven = relation === "branch" && continuation.directive !== null;
  if (parent === null || !isGiven || digest.messages.length > 1) return false;
  const { messages } = parent.digest;
  if (joins.some((each) => each === messages.at(0) || each === messages.at(-1))) return false;
  return mayGive(parent, { digest });
}
