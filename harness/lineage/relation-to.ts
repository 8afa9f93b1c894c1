import type { Relation } from "../kernel/breaks/relation.ts";
import { isOtherAgent, isSuccessor } from "./agent-traits.ts";
import { textsOf } from "./continuation.ts";
import { type IndexedRequest, isRepeat, type RequestSummary } from "./requests/request-summary.ts";

/**
 * How a request goes on from the one whose history it has up to message `at`, as if it were the first to do so. Another agent that
 * repeats an answer is one only after a handoff.
 */
export function relationTo(parent: IndexedRequest, asked: RequestSummary, at = -1): Relation {
  const { voice, digest } = asked;
  if (voice !== parent.voice) return "side";
  if (asksForSummary(parent, asked)) return "compaction";
  const differs = digest.system !== parent.digest.system && digest.tools !== parent.digest.tools;
  if (!differs) return "turn";
  const isOther = addsText(asked) && repeatsAnswer(parent, asked, at) ? isSuccessor : isOtherAgent;
  return isOther(parent.digest.agent, digest.agent) ? "fresh" : "turn";
}

/** A handoff ends with what the call for it brought; a fork is given its task as text. */
function addsText(asked: RequestSummary): boolean {
  return textsOf(asked.behind(asked.digest.messages.length - 1)).length > 0;
}

function repeatsAnswer({ digest, answer }: IndexedRequest, asked: RequestSummary, at: number): boolean {
  const { byModel, messages, items } = asked.digest;
  if (at >= 0 && answer.length === 0 && byModel.at(at + 1) === true) return true;
  const said = new Set<string | undefined>();
  for (let index = 0; index < digest.messages.length; index += 1) said.add(digest.messages.at(index));
  for (let index = 0; index < messages.length; index += 1) {
    if (byModel.at(index) !== true) continue;
    if (said.has(messages.at(index)) || (items.at(index) ?? []).some((item) => answer.includes(item))) return true;
  }
  return false;
}

/** Whether it asks for a summary of its parent's conversation. A repeated message that states a summary does not ask for one. */
export function asksForSummary(parent: IndexedRequest, asked: RequestSummary): boolean {
  return isRepeat(parent, asked) ? parent.asksForSummary : asked.words.asksForSummary;
}
