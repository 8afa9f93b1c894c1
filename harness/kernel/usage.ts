/**
 * Tokens of one turn. `read + write + fresh` is the whole prompt, whatever the provider's own words include.
 * A counter that the response does not carry is null: unknown is not zero.
 */
export type Usage = {
  /** Served from the cache. */
  readonly read: number | null;
  /** Stored in the cache. */
  readonly write: number | null;
  /** Neither. Anthropic's `input_tokens`; OpenAI's `prompt_tokens` less the cached part. */
  readonly fresh: number | null;
  readonly output: number | null;
  /**
   * Of `write`, what is kept for an hour, at a dearer price than what is kept for minutes. Absent or null where nothing was written, and
   * where neither answer nor request tells.
   */
  readonly longWrite?: number | null;
  /**
   * The part of `write` that is kept for twelve hours, which has no published price. Absent if the response reports no such part.
   */
  readonly halfDayWrite?: number;
};

/** read / (read + write + fresh); null where a counter is unknown or nothing was sent. */
export function hitRatio(usage: Usage): number | null {
  const { read, write, fresh } = usage;
  if (read === null || write === null || fresh === null) return null;
  const total = read + write + fresh;
  return total > 0 ? read / total : null;
}
