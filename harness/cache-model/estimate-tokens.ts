import { estimatePrompt } from "./tokens/estimate-prompt.ts";
import { fittedRates } from "./tokens/fitted-rates.ts";
import type { TokenCounter } from "./token-counter.ts";

/**
 * Tokens of a prompt without a tokenizer: pieces of its texts at rates by model family, with what providers wrap around
 * messages and tools. `npm run fidelity` prints the error. A body does not show what a server tool adds, nor the pages of a document.
 */
export const estimateTokens: TokenCounter = counter({ tokenize: false, beforeEffortPrompt: false });

/**
 * The same, with OpenAI's own tokenizers where a model has one: its texts are exact, frames and tools within a few tokens.
 * The first count of such a model loads tables of megabytes.
 */
export const tokenizedTokens: TokenCounter = counter({ tokenize: true, beforeEffortPrompt: false });

/** Both, for a request that a DeepSeek deployment answered which knew no text on effort (tokens/deepseek-prompt.ts). */
export const beforeEffortPrompt: Readonly<Record<"estimateTokens" | "tokenizedTokens", TokenCounter>> = {
  estimateTokens: counter({ tokenize: false, beforeEffortPrompt: true }),
  tokenizedTokens: counter({ tokenize: true, beforeEffortPrompt: true }),
};

function counter(options: { readonly tokenize: boolean; readonly beforeEffortPrompt: boolean }): TokenCounter {
  return {
    grade: "estimate",
    count: (layout, promptBytes, model, from = 0) =>
      estimatePrompt(layout, { promptBytes, model, from }, { fitted: fittedRates, ...options }),
  };
}

/** Tokens of text that a model wrote, as the response's `output_tokens` would count it. */
export function estimateOutput(bytes: number): number {
  return Math.max(1, Math.round(bytes * OUTPUT_TOKENS_PER_BYTE));
}

/** Of English prose (harness/providers/FACTS.md#token-lengths). */
const OUTPUT_TOKENS_PER_BYTE = 0.23;
