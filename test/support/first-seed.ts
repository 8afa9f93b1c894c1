import fc from "fast-check";

/** The seed of this run, for tests that draw several samples: the first has this seed, the next one more. */
export function firstSeed(): number {
  const { seed } = fc.readConfigureGlobal();
  if (seed === undefined)
    throw new Error("The seed is not set: the suite lacks the setup file test/support/fixed-seed.ts.");
  return seed;
}
