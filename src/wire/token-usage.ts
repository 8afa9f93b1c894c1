/**
 * Prompt tokens by their origin, and the tokens of the answer, independent of the provider's own counters. Null is a
 * counter that was not reported: unknown is not zero.
 */
export type TokenUsage = {
  /** All of the prompt: `read + write + fresh`. Known without `write` where the provider counts the whole, as all but Anthropic do. */
  readonly prompt: number | null;
  /** Served from the cache. */
  readonly read: number | null;
  /** Stored in the cache. Few providers of OpenAI's formats report it, and Gemini never does. */
  readonly write: number | null;
  /** Neither read nor stored. If a provider does not report writes, stored tokens count here, since they are billed alike. */
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

/** A client's usage: without a type checker it may leave out counters that it does not know. */
export function reportedUsage(usage: Partial<TokenUsage> = {}): TokenUsage {
  const { prompt, read, write, fresh, output } = usage;
  return {
    prompt: countOf(prompt),
    read: countOf(read),
    write: countOf(write),
    fresh: countOf(fresh),
    output: countOf(output),
  };
}

/** The usage of a provider whose prompt counter includes reads and writes. */
export function inclusiveUsage(counters: Omit<TokenUsage, "fresh">): TokenUsage {
  const { prompt, read, write } = counters;
  return { ...counters, fresh: prompt === null || read === null ? null : prompt - read - (write ?? 0) };
}

/** A counter as reported, or null. */
export function countOf(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
