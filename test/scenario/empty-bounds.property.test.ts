import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type Comparison, emptiness, isWithin, type NumberBound } from "../../harness/scenario/decode/number-bound.ts";

const comparison = fc.constantFrom<Comparison[]>(">=", "<=", ">", "<", "=");
/** Hundredths, so that a bound's neighbours are numbers too; beyond 1 as well. */
const bound: fc.Arbitrary<NumberBound> = fc.record({ comparison, value: fc.nat(120).map((each) => each / 100) });
const ratios = Array.from({ length: 2001 }, (_, at) => at / 2000);

test("a bound on a ratio is empty exactly if every ratio satisfies it or no ratio does", () => {
  fc.assert(
    fc.property(bound, (each) => {
      const within = ratios.filter((ratio) => isWithin(each, ratio)).length;
      const expected = within === ratios.length ? "always" : within === 0 ? "never" : null;
      expect(emptiness(each, 1)).toBe(expected);
    }),
    { numRuns: 1_000, seed: 15 },
  );
});

test("a bound on a count has no upper end, so only 0 makes it empty", () => {
  fc.assert(
    fc.property(comparison, fc.nat(1_000_000), (each, value) => {
      const expected = value > 0 ? null : each === ">=" ? "always" : each === "<" ? "never" : null;
      expect(emptiness({ comparison: each, value }, Infinity)).toBe(expected);
    }),
    { seed: 15 },
  );
});
