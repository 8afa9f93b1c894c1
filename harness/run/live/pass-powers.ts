/**
 * pass^k for k from 1 to the number of runs: the chance that k runs picked among these all passed, C(passed, k) / C(runs, k).
 * The last one is 1 where every run passed, else 0.
 */
export function passPowers(outcomes: readonly boolean[]): readonly number[] {
  const runs = outcomes.length;
  const passed = outcomes.filter(Boolean).length;
  let power = 1;
  return outcomes.map((_, k) => {
    power *= (passed - k) / (runs - k);
    return Math.max(0, power);
  });
}
