import type { Relation } from "../kernel/inspection.ts";
import type { Known, Told } from "./known-request.ts";

/** How a request goes on from the one whose history it has, as if it were the first to do so. */
export function relationTo(parent: Known, { voice, digest, words }: Told): Relation {
  if (voice !== parent.voice) return "side";
  if (words.asksForSummary) return "compaction";
  if (digest.system !== parent.digest.system && digest.tools !== parent.digest.tools) return "fresh";
  return "turn";
}
