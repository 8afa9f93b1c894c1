import fc from "fast-check";
import { expect, test } from "vitest";
import { firstSeed } from "./first-seed.ts";

test("the properties and samples of one run use one seed", () => {
  const given = process.env["FORKPROOF_SEED"];
  expect(firstSeed()).toBe(Number(given ?? 7));
  const numbers = fc.array(fc.integer(), { minLength: 4, maxLength: 4 });
  expect(fc.sample(numbers, 3)).toEqual(fc.sample(numbers, { numRuns: 3, seed: firstSeed() }));
  expect(fc.check(fc.property(fc.integer(), () => true)).seed).toBe(firstSeed());
});
