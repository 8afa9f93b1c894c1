/** A rate with its 95 % Wilson score interval, which also says how little a few runs prove: 3 of 3 may still be 44 %. */
export type PassRate = {
  readonly passed: number;
  readonly runs: number;
  readonly rate: number;
  readonly low: number;
  readonly high: number;
};

/** The two-sided 95 % quantile of the normal distribution, squared. */
const Z2 = 3.841458820694124;

/** The pass rate of at least one run. */
export function passRateOf(passed: number, runs: number): PassRate {
  const rate = passed / runs;
  const centre = (passed + Z2 / 2) / (runs + Z2);
  const spread = Math.sqrt(Z2 * (rate * (1 - rate) * runs + Z2 / 4)) / (runs + Z2);
  const low = passed === 0 ? 0 : centre - spread;
  const high = passed === runs ? 1 : centre + spread;
  return { passed, runs, rate, low, high };
}
