import * as fc from "fast-check";
import { expect, test } from "vitest";
import { passRateOf } from "../../../harness/kernel/evals/pass-rate.ts";

const outcomes = (passed: number, failed: number): readonly boolean[] =>
  Array.from({ length: passed + failed }, (_, at) => at < passed);
const counts = fc
  .record({ passed: fc.nat(400), failed: fc.nat(400) })
  .filter(({ passed, failed }) => passed + failed > 0);

test.each([
  // R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])("the Wilson interval of %i in %i runs is the published one", (passed, runs, low, high) => {
  const rate = passRateOf(outcomes(passed, runs - passed));
  expect(rate).toMatchObject({ passed, runs, rate: passed / runs });
  expect(rate.low).toBeCloseTo(low, 4);
  expect(rate.high).toBeCloseTo(high, 4);
});

test("without a run the rate is unknown, not zero", () => {
  expect(passRateOf([])).toEqual({ passed: 0, runs: 0, rate: null, low: null, high: null });
});

test("each bound of a Wilson interval is the rate from which the observed one lies 1.96 standard errors away", () => {
  fc.assert(
    fc.property(counts, ({ passed, failed }) => {
      const { rate, low, high, runs } = passRateOf(outcomes(passed, failed));
      if (rate === null || low === null || high === null) throw new Error("some runs have no rate");
      expect(low >= 0 && low <= rate && rate <= high && high <= 1 && low < high).toBe(true);
      for (const bound of [low, high]) {
        // A bound of exactly 0 or 1 is the end of the scale.
        if (bound === 0 || bound === 1) continue;
        expect(Math.abs(rate - bound)).toBeCloseTo(1.959963984540054 * Math.sqrt((bound * (1 - bound)) / runs), 9);
      }
    }),
  );
});

test("the Wilson interval of the failures mirrors that of the passes", () => {
  fc.assert(
    fc.property(counts, ({ passed, failed }) => {
      const rate = passRateOf(outcomes(passed, failed));
      const mirrored = passRateOf(outcomes(failed, passed));
      expect(rate.low).toBeCloseTo(1 - (mirrored.high ?? NaN), 9);
      expect(rate.high).toBeCloseTo(1 - (mirrored.low ?? NaN), 9);
    }),
  );
});
