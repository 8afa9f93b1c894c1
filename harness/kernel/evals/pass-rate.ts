/** How many runs passed, as a rate with its 95 % Wilson score interval. All three are null without a run: unknown is not zero. */
export type PassRate = {
  readonly passed: number;
  readonly runs: number;
  readonly rate: number | null;
  readonly low: number | null;
  readonly high: number | null;
};

/** The two-sided 95 % quantile of the normal distribution. */
const Z = 1.959963984540054;

/**
 * The pass rate of some runs. The Wilson interval, unlike the normal one, stays within 0 and 1 and has a width even if all runs
 * passed: 5 of 5 prove less than 50 of 50.
 */
export function passRateOf(outcomes: readonly boolean[]): PassRate {
  const runs = outcomes.length;
  const passed = outcomes.filter(Boolean).length;
  if (runs === 0) return { passed, runs, rate: null, low: null, high: null };
  const rate = passed / runs;
  const spread = Z * Math.sqrt((rate * (1 - rate)) / runs + Z ** 2 / (4 * runs ** 2));
  const scale = 1 + Z ** 2 / runs;
  const centre = rate + Z ** 2 / (2 * runs);
  return {
    passed,
    runs,
    rate,
    // Rounding must not leave the bounds that are known exactly.
    low: passed === 0 ? 0 : (centre - spread) / scale,
    high: passed === runs ? 1 : (centre + spread) / scale,
  };
}
