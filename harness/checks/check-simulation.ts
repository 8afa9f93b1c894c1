import type { CheckResult } from "../kernel/run-result.ts";
import type { Simulation } from "../kernel/simulation.ts";
import { isWithin, type NumberBound } from "../scenario/number-bound.ts";
import type { SimulationExpectation } from "../scenario/scenario.ts";

/** Holds how the cache models did against bounds. A recording in which no read could be foreseen proves nothing, and fails. */
export function checkSimulation({ summary }: Simulation, expected: SimulationExpectation): readonly CheckResult[] {
  const { followUps, exact, classRight, wrong } = summary.all;
  const share = (count: number): number | null => (followUps === 0 ? null : count / followUps);
  const rows = [
    ["exact", expected.exact, share(exact), `${exact} of ${followUps}`],
    ["classRight", expected.classRight, share(classRight), `${classRight} of ${followUps}`],
    ["wrong", expected.wrong, followUps === 0 ? null : wrong, String(wrong)],
  ] as const;
  return rows.flatMap(([name, bound, value, told]) =>
    bound === null ? [] : [check(name, bound, { value, told, followUps })],
  );
}

function check(
  name: string,
  bound: NumberBound,
  { value, told, followUps }: { readonly value: number | null; readonly told: string; readonly followUps: number },
): CheckResult {
  return {
    check: `simulate.${name}`,
    status: value !== null && isWithin(bound, value) ? "passed" : "failed",
    expected: `${bound.comparison} ${bound.value}`,
    observed: value === null ? "no follow-up with usage" : told,
    examined: { count: followUps, what: followUps === 1 ? "follow-up" : "follow-ups" },
  };
}
