import { estimatePrompt } from "./tokens/estimate-prompt.ts";
import { fittedRates } from "./tokens/fitted-rates.ts";
import type { TokenCounter } from "./token-counter.ts";

/**
 * Tokens of a prompt without a tokenizer: pieces of its texts at rates by model family, with what providers wrap around
 * messages and tools. `npm run fidelity` tells the error. What a server tool adds, and the pages of a document, have no size in
 * a body.
 */
export const estimateTokens: TokenCounter = {
  grade: "estimate",
  count: (layout, promptBytes, model, from = 0) =>
    estimatePrompt(layout, { promptBytes, model, from }, { fitted: fittedRates, tokenize: false }),
};

/**
 * The same, with OpenAI's own tokenizers where a model has one: its texts are exact, frames and tools within a few tokens.
 * The first count of such a model loads tables of megabytes.
 */
export const tokenizedTokens: TokenCounter = {
  grade: "estimate",
  count: (layout, promptBytes, model, from = 0) =>
    estimatePrompt(layout, { promptBytes, model, from }, { fitted: fittedRates, tokenize: true }),
};

/** Tokens of text that a model wrote, as the response's `output_tokens` would count it. */
export function estimateOutput(bytes: number): number {
  return Math.max(1, Math.round(bytes * OUTPUT_TOKENS_PER_BYTE));
}

/** Of English prose (recorded-traffic.md 2.4). */
const OUTPUT_TOKENS_PER_BYTE = 0.23;
