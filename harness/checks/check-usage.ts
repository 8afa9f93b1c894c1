import type { CheckResult, ForkRun } from "../kernel/run-result.ts";
import { isWithin, type NumberBound } from "../scenario/decode/number-bound.ts";
import type { UsageBounds } from "../scenario/scenario.ts";
import { eachFork, forksLooked } from "./each-fork.ts";

/** Tokens over all turns of each fork, counter by counter. One turn without a counter leaves the sum unknown, and that fails. */
export function checkUsage(forks: readonly ForkRun[], bounds: UsageBounds): readonly CheckResult[] {
  return (["read", "write", "fresh", "output"] as const).flatMap((counter) => {
    const bound = bounds[counter];
    return bound === null ? [] : [checkCounter(forks, counter, bound)];
  });
}

function checkCounter(forks: readonly ForkRun[], counter: keyof UsageBounds, bound: NumberBound): CheckResult {
  const sums = forks.map(({ turns }) => sum(turns.map((turn) => turn[counter])));
  return {
    check: `usage.${counter}`,
    status: sums.length > 0 && sums.every((each) => each !== null && isWithin(bound, each)) ? "passed" : "failed",
    expected: `${bound.comparison} ${bound.value}`,
    observed: eachFork(forks, (fork) => String(sum(fork.turns.map((turn) => turn[counter])) ?? "not reported")),
    examined: forksLooked(forks.length),
  };
}

function sum(values: readonly (number | null)[]): number | null {
  return values.length === 0
    ? null
    : values.reduce((left, right) => (left === null || right === null ? null : left + right), 0);
}
