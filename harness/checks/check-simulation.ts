import type { CheckResult } from "../kernel/run-result.ts";
import type { Simulation } from "../kernel/simulation.ts";
import { isWithin, type NumberBound } from "../scenario/decode/number-bound.ts";
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
  const { ratios } = summary;
  const turns = Object.values(ratios).reduce((sum, count) => sum + count, 0);
  return [
    ...rows.flatMap(([name, bound, value, told]) =>
      bound === null ? [] : [check(name, bound, { value, told, followUps })],
    ),
    ...VERDICTS.flatMap(([is, key]) => {
      const bound = expected.ratios[is];
      return bound === null ? [] : [checkRatio(key, bound, ratios[is], turns)];
    }),
  ];
}

const VERDICTS = [
  ["ok", "ok"],
  ["low", "low"],
  ["cold-parent", "coldParent"],
  ["below-minimum", "belowMinimum"],
  ["unknown", "unknown"],
] as const;

/** A recording in which no turn continues another has no ratio to hold, and fails. */
function checkRatio(key: string, bound: NumberBound, value: number, turns: number): CheckResult {
  return {
    check: `simulate.ratios.${key}`,
    status: turns > 0 && isWithin(bound, value) ? "passed" : "failed",
    expected: `${bound.comparison} ${bound.value}`,
    observed: turns === 0 ? "no turn that continues another" : `${value} of ${turns}`,
    examined: { count: turns, what: turns === 1 ? "turn" : "turns" },
  };
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
