import type { PairPlay } from "../../cache-model/play-pair.ts";
import type { Evidence } from "../evidence.ts";
import { reportedPrompt } from "./served-prefix.ts";
import { sharedPrefixes } from "./shared-reach.ts";

/** What a pair shares behind the fork's last mark. */
export type UnmarkedTail = {
  /** JSON pointer of the last shared block, in the parent's body. */
  readonly pointer: string;
  /** What its model caches at least. */
  readonly minimumTokens: number;
};

/** Room for an estimate of length to be wrong (recorded-traffic.md 2.4), and for the share of a prompt whose length is reported. */
const ROOM = { estimated: 1.35, reported: 1.05 } as const;

/**
 * The end of a shared prefix that nobody marked, where it is surely long enough to be cached; null for all others, and where the
 * prefix breaks: then the break is to be mended first. Shorter than the model's minimum is a tail that costs about as much as none.
 */
export function unmarkedTail(evidence: Evidence): UnmarkedTail | null {
  const play = evidence.comparison.verdict === "diverged" ? null : evidence.cache();
  if (play === null) return null;
  const { stored, asked } = play;
  const marked = asked.links[asked.breakpoints.at(-1)?.link ?? -1]?.tokens ?? 0;
  const minimumTokens = minimumOf(play);
  const [own, before] = [reportedPrompt(evidence.child), reportedPrompt(evidence.parent)];
  const scale = own !== null ? own / asked.total : before !== null ? before / stored.total : null;
  const room = scale === null ? ROOM.estimated : ROOM.reported;
  const isLong = (tokens: number): boolean => (tokens - marked) * (scale ?? 1) >= minimumTokens * room;
  if (!isLong(stored.total)) return null;
  const end = stored.links[sharedPrefixes(evidence.comparison, play) - 1];
  return end !== undefined && isLong(end.tokens) ? { pointer: end.pointer, minimumTokens } : null;
}

/** Of a model that no row names the minimum is a guess: none of its provider's is above the greatest that is known. */
function minimumOf({ rules, asked }: PairPlay): number {
  return asked.modelIsKnown
    ? asked.minimumTokens
    : Math.max(asked.minimumTokens, ...rules.models.map(({ minimumTokens }) => minimumTokens));
}
