import type { Judgement } from "../kernel/judgement.ts";
import type { CheckResult, ForkRun, Warning } from "../kernel/run-result.ts";
import { LOW_RATIO } from "../cache-model/expected-ratio.ts";
import { isWithin, type NumberBound } from "../scenario/number-bound.ts";
import { eachFork, forksLooked } from "./each-fork.ts";

/** The hit ratio of each fork's first turn, and how much of what could be hoped for that is. */
export function checkFirstTurn(
  forks: readonly ForkRun[],
  bounds: { readonly ratio: NumberBound | null; readonly efficiency: NumberBound | null },
): readonly CheckResult[] {
  const check = (name: string, bound: NumberBound, value: (fork: ForkRun) => number | null): CheckResult => {
    const within = (fork: ForkRun): boolean => {
      const observed = value(fork);
      return observed !== null && isWithin(bound, observed);
    };
    return {
      check: `firstTurn.${name}`,
      status: forks.length > 0 && forks.every(within) ? "passed" : "failed",
      expected: `${bound.comparison} ${bound.value}`,
      observed: eachFork(forks, (fork) => exactly(value(fork))),
      examined: forksLooked(forks.length),
    };
  };
  const { ratio, efficiency } = bounds;
  return [
    ...(ratio === null ? [] : [check("ratio", ratio, (fork) => fork.firstTurnRatio)]),
    ...(efficiency === null ? [] : [check("efficiency", efficiency, (fork) => fork.efficiency)]),
  ];
}

/** CB900: usage was reported, the shared prefix could be cached, and the first turn read less than half of its prompt. */
export function warnOfLowRatio(fork: ForkRun, judgement: Judgement | null): readonly Warning[] {
  const { lane, firstTurnRatio, expectedRatio } = fork;
  // An expectation of 0 says that the parent's prefix is below the model's minimum.
  if (firstTurnRatio === null || firstTurnRatio >= LOW_RATIO || expectedRatio === null || expectedRatio === 0)
    return [];
  const isKept = judgement !== null && judgement.verdict !== "diverged";
  const why = isKept && expectedRatio < LOW_RATIO ? "; the prefix is whole, and the directive is long beside it" : "";
  const message = `${lane} read ${told(firstTurnRatio)} of its first prompt from the cache, where ${told(expectedRatio)} could be expected${why}`;
  return [{ code: "CB900", message }];
}

/** With digits enough to see on which side of a bound it lies. */
function exactly(value: number | null): string {
  return value === null ? "not reported" : String(Number(value.toFixed(6)));
}

function told(value: number): string {
  return value.toFixed(2);
}
