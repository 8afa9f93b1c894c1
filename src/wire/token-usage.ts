/**
 * Prompt tokens by where they came from, and the tokens of the answer, whatever the provider's own words include. Null is a
 * counter that was not reported: unknown is not zero.
 */
export type TokenUsage = {
  /** All of the prompt: `read + write + fresh`. Known without `write` where the provider counts the whole, as all but Anthropic do. */
  readonly prompt: number | null;
  /** Served from the cache. */
  readonly read: number | null;
  /** Stored in the cache. Few of those who serve OpenAI's wires tell it, and Gemini never does. */
  readonly write: number | null;
  /** Neither read nor stored. Where the whole is counted and no write is told, what was stored is in here: it is billed alike. */
  readonly fresh: number | null;
  readonly output: number | null;
};

export const unknownUsage: TokenUsage = Object.freeze({
  prompt: null,
  read: null,
  write: null,
  fresh: null,
  output: null,
});

/** The usage of a provider that counts what was read and written into the prompt. */
export function inclusiveUsage(counters: Omit<TokenUsage, "fresh">): TokenUsage {
  const { prompt, read, write } = counters;
  return { ...counters, fresh: prompt === null || read === null ? null : prompt - read - (write ?? 0) };
}

/** A counter as reported, or null. */
export function countOf(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
