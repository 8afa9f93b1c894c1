/**
 * Prompt tokens by where they came from, and the tokens of the answer. The prompt is `read + write + fresh`, whatever the
 * provider's own words include. Null is a counter that was not reported: unknown is not zero.
 */
export type TokenUsage = {
  /** Served from the cache. */
  readonly read: number | null;
  /** Stored in the cache. */
  readonly write: number | null;
  /** Neither read nor stored. */
  readonly fresh: number | null;
  readonly output: number | null;
};

export const unknownUsage: TokenUsage = Object.freeze({ read: null, write: null, fresh: null, output: null });

/** A counter as reported, or null. */
export function countOf(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
