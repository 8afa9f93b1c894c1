import type { PrefixRules } from "../providers/rules/cache-rules.ts";
import type { Prediction } from "../cache-model/prompt-cache.ts";
import type { PromptChain } from "../cache-model/prompt/prompt-chain.ts";
import { isGenerated } from "../cache-model/repeated-answer.ts";
import { linkAt } from "../cache-model/engines/shared-prefix-cache.ts";
import type { ReadScore } from "./score-read.ts";

/**
 * Scores a cache that promises nothing: it may serve less than it could, in its own unit, and never more. `isSent` says whether
 * an earlier exchange sent the prefix of a key.
 */
export function scoreBound(
  chain: PromptChain,
  { usage }: Prediction,
  read: number,
  rules: PrefixRules,
  isSent: (key: string) => boolean,
): ReadScore {
  const link = read === 0 ? null : linkAt(chain, read);
  const step = chain.stepTokens ?? rules.stepTokens.value;
  if (read === usage.read) return { score: read === 0 ? "first" : "exact", setApart: null, link };
  // A share of a prefix was rounded down: the prefix itself may be a token longer than the share shows.
  const most = rules.share.value === 1 ? usage.read : Math.ceil((usage.read + 1) / rules.share.value);
  if (read > most) {
    // An earlier run stored the first message of a conversation that is new in this recording. If only whole units can be read,
    // one unit without a known writer is enough to say so.
    const known = Math.max(usage.read, sentTokens(chain, isSent));
    const isFirst =
      !chain.links.some(isGenerated) && known < Infinity && (rules.wholeUnits.value || read > known + step);
    // Nothing that was sent before shares its head, so an earlier run stored it, or the provider's own hidden prompt did.
    const isWarm = usage.read === 0 || isFirst;
    return isWarm ? { score: "not-scored", setApart: "warm start", link } : { score: "wrong", setApart: null, link };
  }
  return { score: read % step === 0 ? "within-bound" : "wrong", setApart: null, link };
}

/** Tokens of the longest prefix that an earlier exchange sent; all where it sent the whole prompt. */
function sentTokens({ links, head }: PromptChain, isSent: (key: string) => boolean): number {
  const unsent = links.findIndex(({ key }) => !isSent(key));
  return unsent === -1 ? Infinity : (links[unsent - 1]?.tokens ?? head);
}
