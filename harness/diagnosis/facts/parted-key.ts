import { compareToMinimum } from "../../cache-model/compare-to-minimum.ts";
import { type PairPlay, readsToEnd } from "../../cache-model/play-pair.ts";
import type { Link } from "../../cache-model/prompt/link.ts";
import type { Evidence } from "../evidence.ts";
import { readFromCache } from "./served-prefix.ts";
import { sharedPrefixes } from "./shared-reach.ts";

/**
 * The first block from which on the provider's key differs although the blocks are equal, where the parent's entry was surely stored and is
 * lost by it; null for all others, and where the counters show a read of the entry.
 */
export function partedKey(evidence: Evidence): { readonly play: PairPlay; readonly at: Link } | null {
  const play = evidence.comparison.verdict === "diverged" ? null : evidence.cache();
  if (play?.end == null || play.isShared || readsToEnd(play) || readFromCache(evidence, play)) return null;
  const { stored, end, shared } = play;
  const at = stored.links[shared];
  if (at === undefined || shared >= sharedPrefixes(evidence.comparison, play)) return null;
  return compareToMinimum(stored, evidence.comparison.parent, end).side === "above" ? { play, at } : null;
}
