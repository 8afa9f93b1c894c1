import * as fc from "fast-check";
import { expect, test } from "vitest";
import { passAtLeastOnce, passPowers } from "../../../harness/kernel/evals/pass-powers.ts";

const someRuns = fc.array(fc.boolean(), { minLength: 1, maxLength: 9 });

/** All sets of k runs, written out. */
function picksOf(outcomes: readonly boolean[], k: number, from = 0): readonly (readonly boolean[])[] {
  if (k === 0) return [[]];
  return outcomes.flatMap((outcome, at) =>
    at < from ? [] : picksOf(outcomes, k - 1, at + 1).map((rest) => [outcome, ...rest]),
  );
}

function shareOf(outcomes: readonly boolean[], k: number, counts: (pick: readonly boolean[]) => boolean): number {
  const picks = picksOf(outcomes, k);
  return picks.filter(counts).length / picks.length;
}

test("pass^k is the share of the sets of k runs in which every run passed", () => {
  expect(passPowers([true, false, true, true])).toEqual([0.75, 0.5, 0.25, 0]);
  fc.assert(
    fc.property(someRuns, (outcomes) => {
      for (const [at, power] of passPowers(outcomes).entries())
        expect(power).toBeCloseTo(
          shareOf(outcomes, at + 1, (pick) => pick.every(Boolean)),
          9,
        );
    }),
  );
});

test("pass@k is the share of the sets of k runs in which at least one run passed", () => {
  expect(passAtLeastOnce([false, true, false])).toEqual([1 - 2 / 3, 1 - 1 / 3, 1]);
  fc.assert(
    fc.property(someRuns, (outcomes) => {
      for (const [at, share] of passAtLeastOnce(outcomes).entries())
        expect(share).toBeCloseTo(
          shareOf(outcomes, at + 1, (pick) => pick.some(Boolean)),
          9,
        );
    }),
  );
});
