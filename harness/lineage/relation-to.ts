import type { Relation } from "../kernel/inspection.ts";
import { isRepeat, type Known, type Told } from "./known-request.ts";

/** How a request goes on from the one whose history it has, as if it were the first to do so. */
export function relationTo(parent: Known, told: Told): Relation {
  const { voice, digest } = told;
  if (voice !== parent.voice) return "side";
  if (asksForSummary(parent, told)) return "compaction";
  if (digest.system !== parent.digest.system && digest.tools !== parent.digest.tools) return "fresh";
  return "turn";
}

/** Whether it asks for a summary of what its parent says. Sent once more, a message that states a summary asks for none, as before. */
export function asksForSummary(parent: Known, told: Told): boolean {
  return isRepeat(parent, told) ? parent.asksForSummary : told.words.asksForSummary;
}
