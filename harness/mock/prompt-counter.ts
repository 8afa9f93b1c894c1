import { estimateTokens, tokenizedTokens } from "../cache-model/estimate-tokens.ts";
import type { PromptChain } from "../cache-model/prompt/prompt-chain.ts";
import type { TokenCounter } from "../cache-model/token-counter.ts";
import { hasTokenizer } from "../cache-model/compare-to-minimum.ts";
import type { Layout } from "../kernel/layout.ts";

/** Lengths of the prompts of one mocked provider. One prefix must have one length, so a choice of counter holds for its life. */
export class PromptCounter {
  #chosen: TokenCounter | null = null;

  /**
   * The model's own tokenizer counts where the first prompt that a cache could hold lies near to its minimum, so that the count decides
   * whether it is stored; where it lies far above, an estimate does, as for models whose tokenizer is not public. Shorter prompts leave
   * nothing in a cache and choose nothing. `chainBy` makes the prompt's chain by a counter.
   */
  count(layout: Layout, chainBy: (tokens: TokenCounter) => PromptChain): PromptChain {
    if (this.#chosen !== null) return chainBy(this.#chosen);
    const estimated = chainBy(estimateTokens);
    const { model, minimumTokens, total } = estimated;
    if (total < NEAR_BELOW * minimumTokens) return estimated;
    this.#chosen = total < NEAR_ABOVE * minimumTokens && hasTokenizer(model, layout) ? tokenizedTokens : estimateTokens;
    return this.#chosen === estimateTokens ? estimated : chainBy(this.#chosen);
  }
}

/** Shares of the minimum: an estimate is never so far off. */
const NEAR_BELOW = 0.5;
const NEAR_ABOVE = 2;
