import * as fc from "fast-check";
import { expect, test } from "vitest";
import { signTest } from "../../../harness/kernel/evals/sign-test.ts";

test.each([
  [0, 0, 1],
  [1, 0, 1],
  [5, 5, 1],
  [5, 0, 0.0625],
  [6, 0, 0.03125],
  [8, 2, 0.109375],
  [9, 1, 0.021484375],
])("the exact sign test of %d wins and %d losses has the p of the binomial table, %d", (wins, losses, p) => {
  expect(signTest(wins, losses)).toBeCloseTo(p, 12);
  expect(signTest(losses, wins)).toBeCloseTo(p, 12);
});

test("the sign test counts all splits that are as uneven, also of thousands of pairs", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 0, max: 7 }), (wins, losses) => {
      const all = wins + losses;
      let asUneven = 0;
      for (let split = 0; split < 2 ** all; split += 1) {
        const ones = split.toString(2).replaceAll("0", "").length;
        if (Math.abs(2 * ones - all) >= Math.abs(wins - losses)) asUneven += 1;
      }
      expect(signTest(wins, losses)).toBeCloseTo(asUneven / 2 ** all, 9);
    }),
    { numRuns: 20 },
  );
  expect(signTest(3_000, 3_000)).toBe(1);
  expect(signTest(3_200, 2_800)).toBeGreaterThan(0);
  expect(signTest(3_200, 2_800)).toBeLessThan(1e-6);
});
