import type { PairPlay } from "../cache-model/play-pair.ts";
import type { ContinuedPair } from "./continued-pair.ts";

/**
 * Tokens that the child's version of the shared prefix has more than its parent's; negative if it has fewer. `total` is the known length of
 * the child's prompt. Both versions are estimated alike, so all that they share cancels out. Reported totals would not do: they include
 * new content, and an error in its length would add up turn by turn.
 */
export function editedTokens({ shared, tail }: ContinuedPair, { stored, asked }: PairPlay, total: number): number {
  const parents = stored.links[shared - 1]?.tokens ?? stored.head;
  const childs = asked.links[tail - 1]?.tokens ?? asked.head;
  return Math.round(((childs - parents) * total) / Math.max(1, asked.total));
}
