/** How well a turn used what was sent before it. */
export type TurnRatio = {
  /** read / (read + write + fresh) as reported; null where a counter is missing or the counters cannot be true. */
  readonly observed: number | null;
  /** The most that the prefix which it is to share allows; 0 where that is below the minimum, null where the cache is not modelled. */
  readonly expected: number | null;
  /** Observed against expected, 1 at most. */
  readonly efficiency: number | null;
  readonly verdict: RatioVerdict;
};

/**
 * - `ok` at least half of the prompt was read
 * - `low` less, though the parent's entry existed
 * - `cold-parent` less, because no entry could be read: never stored, expired, or not written yet
 * - `below-minimum` the parent's prefix is too short to be cached
 * - `unknown` nothing was reported, or only impossible numbers; or less than half was read, and the readable part is unknown
 */
export type RatioVerdict = "ok" | "low" | "cold-parent" | "below-minimum" | "unknown";
