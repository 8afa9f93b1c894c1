/**
 * pass^k for k from 1 to the number of runs: the chance that k runs picked among these all passed, C(passed, k) / C(runs, k).
 * The last one is 1 where every run passed, else 0.
 */
export function passPowers(outcomes: readonly boolean[]): readonly number[] {
  return shareOfPicks(outcomes.length, outcomes.filter(Boolean).length);
}

/**
 * pass@k for k from 1 to the number of runs: the chance that at least one of k runs picked among these passed,
 * 1 - C(failed, k) / C(runs, k). The last one is 0 where every run failed, else 1.
 */
export function passAtLeastOnce(outcomes: readonly boolean[]): readonly number[] {
  const failed = outcomes.filter((passed) => !passed).length;
  return shareOfPicks(outcomes.length, failed).map((allFail) => 1 - allFail);
}

/** Of all ways to pick k of `runs`, the share whose picks are all among `wanted` of them, for each k from 1. */
function shareOfPicks(runs: number, wanted: number): readonly number[] {
  let share = 1;
  return Array.from({ length: runs }, (_, k) => {
    share *= Math.max(0, wanted - k) / (runs - k);
    return share;
  });
}
