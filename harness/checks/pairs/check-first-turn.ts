import { LOW_RATIO } from "../../cache-model/expected-ratio.ts";
import type { Judgement } from "../../kernel/judgement.ts";
import type { CheckResult, Warning } from "../../kernel/run-result.ts";
import { isWithin, type NumberBound } from "../../scenario/decode/number-bound.ts";
import type { FirstTurnExpectation } from "../../scenario/scenario.ts";
import { eachFork } from "../each-fork.ts";

/**
 * The first request of a fork, by its lane or by its id in a recording. Its ratio is the judgement's, wherever the fork comes from. Null
 * where the fork sent nothing or has no parent.
 */
export type FirstTurn = {
  readonly lane: string;
  readonly judgement: Pick<Judgement, "ratio" | "verdict"> | null;
};

/** A recorded request that begins a fork. */
export function recordedFirstTurn(judgement: Judgement): FirstTurn {
  return { lane: `request ${judgement.child.id}`, judgement };
}

/** The hit ratio of each fork's first turn, and how much of what could be hoped for that is. */
export function checkFirstTurn(turns: readonly FirstTurn[], bounds: FirstTurnExpectation): readonly CheckResult[] {
  const check = (name: "ratio" | "efficiency", bound: NumberBound): CheckResult => {
    const valueOf = (turn: FirstTurn): number | null => shareOf(turn, name);
    const within = (turn: FirstTurn): boolean => {
      const value = valueOf(turn);
      return value !== null && isWithin(bound, value);
    };
    return {
      check: `firstTurn.${name}`,
      status: turns.length > 0 && turns.every(within) ? "passed" : "failed",
      expected: `${bound.comparison} ${bound.value}`,
      observed: eachFork(turns, (turn) => exactly(valueOf(turn))),
      examined: firstTurns(turns.length),
    };
  };
  const { ratio, efficiency } = bounds;
  return [
    ...(ratio === null ? [] : [check("ratio", ratio)]),
    ...(efficiency === null ? [] : [check("efficiency", efficiency)]),
  ];
}

/** CB900: usage was reported, the shared prefix could be cached, and the first turn read less than half of its prompt. */
export function warnOfLowRatio({ lane, judgement }: FirstTurn): readonly Warning[] {
  const { observed = null, expected = null } = judgement?.ratio ?? {};
  // An expectation of 0 says that the parent's prefix is below the model's minimum.
  if (observed === null || observed >= LOW_RATIO || expected === null || expected === 0) return [];
  const isKept = judgement !== null && judgement.verdict !== "diverged";
  const why = isKept && expected < LOW_RATIO ? "; the prefix is intact, but the directive is longer than it" : "";
  const message = `${lane} read ${told(observed)} of its first prompt from the cache; expected ${told(expected)}${why}`;
  return [{ code: "CB900", message }];
}

/** Whether CB900 could be seen: the provider reported what it read, and its cache is modelled. */
export function canWarn({ judgement }: FirstTurn): boolean {
  const { observed = null, expected = null } = judgement?.ratio ?? {};
  return observed !== null && expected !== null;
}

export function firstTurns(count: number): CheckResult["examined"] {
  return { count, what: count === 1 ? "first turn" : "first turns" };
}

function shareOf({ judgement }: FirstTurn, name: "ratio" | "efficiency"): number | null {
  const ratio = judgement?.ratio ?? null;
  return (name === "ratio" ? ratio?.observed : ratio?.efficiency) ?? null;
}

/** With digits enough to see on which side of a bound it lies. */
function exactly(value: number | null): string {
  return value === null ? "not reported" : String(Number(value.toFixed(6)));
}

function told(value: number): string {
  return value.toFixed(2);
}
