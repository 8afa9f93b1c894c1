import { once } from "../../kernel/memo/once.ts";
import type { PairPlay } from "../../cache-model/play-pair.ts";
import { isLong, PROMPT_START, tokensAt } from "../../cache-model/prompt/is-long.ts";
import type { PromptChain } from "../../cache-model/prompt/prompt-chain.ts";
import type { Evidence } from "../evidence.ts";
import { reportedPrompt, reportedRead, reportedStore } from "./served-prefix.ts";
import { sharedPrefixes } from "./shared-reach.ts";

/** The shared blocks after the fork's last breakpoint. */
export type UnmarkedTail = {
  /** JSON pointer of the last shared block, in the parent's body. */
  readonly pointer: string;
  /** The minimum that its model caches. */
  readonly minimumTokens: number;
};

/** Room for an estimate of length to be wrong (harness/providers/FACTS.md#token-lengths), and for the share of a prompt whose length is reported. */
const ROOM = { estimated: 1.35, reported: 1.05 } as const;

/** Clients leave a reminder or a short directive behind their last mark: so few tokens cost next to nothing. */
const WORTH_A_MARK = 256;

/**
 * The end of a shared prefix that has no mark, where it is surely long enough to be cached; null for all others, and where the
 * prefix breaks: then the break is to be fixed first.
 */
export function unmarkedTail(evidence: Evidence): UnmarkedTail | null {
  const play = evidence.comparison.verdict === "diverged" ? null : evidence.cache();
  if (play === null) return null;
  const { minimumTokens, isWorthMark } = behindMark(evidence, play);
  const last = sharedPrefixes(evidence.comparison, play) - 1;
  const end = play.stored.links[last];
  return end !== undefined && isWorthMark(play.stored, last) ? { pointer: end.pointer, minimumTokens } : null;
}

/**
 * The same for a pair whose prefix breaks: the part without a breakpoint in a child's prompt as long as its parent's. Even with
 * the break fixed, no request would store or find that much.
 */
export function unmarkedBehindBreak(evidence: Evidence): UnmarkedTail | null {
  const play = evidence.comparison.verdict === "diverged" ? evidence.cache() : null;
  const end = play?.stored.links.at(-1);
  if (play === null || end === undefined) return null;
  const { minimumTokens, isWorthMark } = behindMark(evidence, play);
  // The child's breakpoint stands in its own chain: that one is the cheaper to ask.
  const isWhole = [play.asked, play.stored].every((chain) => isWorthMark(chain, chain.links.length));
  return isWhole ? { pointer: end.pointer, minimumTokens } : null;
}

/** The tokens that a parent reports, and the tokens that its child read. */
export type UnstoredTail = {
  readonly pointer: string;
  readonly stored: number;
  readonly total: number;
  readonly read: number;
};

/**
 * The part of a parent's prompt without a breakpoint that its child keeps whole, by the counters of both: the child adds a
 * breakpoint, but could not read the part. Null if the counters do not show that, and if the rest is too small for a breakpoint.
 */
export function unstoredTail(evidence: Evidence): UnstoredTail | null {
  const { comparison, parent } = evidence;
  if (comparison.verdict === "diverged" || comparison.class !== "extension") return null;
  const [total, read] = [reportedPrompt(parent), reportedRead(evidence)];
  if (total === null || read === null) return null;
  const most = total - WORTH_A_MARK * ROOM.reported;
  // Looked at before the cache is played: most turns read what there is.
  if (read > most) return null;
  const play = evidence.cache();
  const end = play?.stored.links.at(-1);
  if (play === null || end === undefined || !play.isShared) return null;
  const stored = reportedStore(evidence, play) ?? 0;
  return stored <= most && total >= minimumOf(play) * ROOM.reported
    ? { pointer: end.pointer, stored, total, read }
    : null;
}

/** Whether the prefix that ends with the link at a place surely has enough tokens behind the child's last mark to be cached. */
function behindMark(
  { child, parent }: Evidence,
  play: PairPlay,
): { readonly minimumTokens: number; readonly isWorthMark: (chain: PromptChain, place: number) => boolean } {
  const { stored, asked } = play;
  const minimumTokens = minimumOf(play);
  const [own, before] = [reportedPrompt(child), reportedPrompt(parent)];
  const scale = once(() => (own !== null ? own / asked.total : before !== null ? before / stored.total : 1));
  const room = own === null && before === null ? ROOM.estimated : ROOM.reported;
  // The minimum is of the whole prefix: behind a mark any tail that is worth it can be stored.
  const isWorthMark = (chain: PromptChain, place: number): boolean =>
    !hasNoBlockBehind(chain, place, play) &&
    isLong(chain, PROMPT_START, place, (minimumTokens * room) / scale()) &&
    isBehind(chain, place, play, (WORTH_A_MARK * room) / scale());
  return { minimumTokens, isWorthMark };
}

/** Whether no block up to a place stands behind the child's mark, whatever the lengths are. */
function hasNoBlockBehind(chain: PromptChain, place: number, { asked, shared }: PairPlay): boolean {
  const last = Math.min(place, chain.links.length - 1);
  return last <= markOf(asked) && (chain === asked || last < shared);
}

/** Whether the link at a place stands at least so many tokens behind the child's mark. */
function isBehind(chain: PromptChain, place: number, { asked, shared }: PairPlay, tokens: number): boolean {
  const mark = markOf(asked);
  // Both chains have one length up to a link that both have.
  if (chain === asked || mark < shared) return isLong(chain, mark, place, tokens);
  return tokensAt(chain, place) - tokensAt(asked, mark) >= tokens;
}

function markOf({ breakpoints }: PromptChain): number {
  return breakpoints.at(-1)?.link ?? PROMPT_START;
}

/** For a model without a row, the minimum is a guess: the greatest known minimum of its provider. */
function minimumOf({ rules, asked }: PairPlay): number {
  return asked.modelIsKnown
    ? asked.minimumTokens
    : Math.max(asked.minimumTokens, ...rules.models.map(({ minimumTokens }) => minimumTokens));
}
