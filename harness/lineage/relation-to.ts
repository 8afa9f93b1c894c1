import type { Relation } from "../kernel/breaks/relation.ts";
import { isOtherAgent } from "./agent-traits.ts";
import { type IndexedRequest, isRepeat, type RequestSummary } from "./requests/request-summary.ts";

/** How a request goes on from the one whose history it has, as if it were the first to do so. */
export function relationTo(parent: IndexedRequest, asked: RequestSummary): Relation {
  const { voice, digest } = asked;
  if (voice !== parent.voice) return "side";
  if (asksForSummary(parent, asked)) return "compaction";
  const differs = digest.system !== parent.digest.system && digest.tools !== parent.digest.tools;
  if (differs && isOtherAgent(parent.digest.agent, digest.agent)) return "fresh";
  return "turn";
}

/** Whether it asks for a summary of its parent's conversation. A repeated message that states a summary does not ask for one. */
export function asksForSummary(parent: IndexedRequest, asked: RequestSummary): boolean {
  return isRepeat(parent, asked) ? parent.asksForSummary : asked.words.asksForSummary;
}
