import type { PrefixRules } from "../cache-model/cache-rules.ts";
import type { Prediction } from "../cache-model/prompt-cache.ts";
import type { PromptChain } from "../cache-model/prompt-chain.ts";
import { linkAt } from "../cache-model/shared-prefix-cache.ts";
import type { ReadScore } from "./score-read.ts";

/**
 * Scores a cache that promises nothing: what it served may be less than what it could have, in its own unit, and never more.
 */
export function scoreBound(chain: PromptChain, { usage }: Prediction, read: number, rules: PrefixRules): ReadScore {
  const link = read === 0 ? null : linkAt(chain, read);
  const step = chain.stepTokens ?? rules.stepTokens.value;
  if (read === usage.read) return { score: read === 0 ? "first" : "exact", setApart: null, link };
  // A share of a prefix was rounded down: the prefix itself may be a token longer than what the share tells.
  const most = rules.share.value === 1 ? usage.read : Math.ceil((usage.read + 1) / rules.share.value);
  if (read > most) {
    // Nothing that was sent before shares its head, so an earlier run stored it, or the provider's own hidden prompt did.
    return usage.read === 0
      ? { score: "not-scored", setApart: "warm start", link }
      : { score: "wrong", setApart: null, link };
  }
  return { score: read % step === 0 ? "within-bound" : "wrong", setApart: null, link };
}
