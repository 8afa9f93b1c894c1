import type { CheckResult } from "../../kernel/run-result.ts";
import type { NumberBound } from "../decode/number-bound.ts";
import type { FirstTurn } from "./evidence.ts";
import type { ExpectationOf } from "./expectation.ts";
import { checkBound } from "./parts/check-bound.ts";
import { eachFork, firstTurnsLooked } from "./parts/each-fork.ts";
import { decodeBound, emptyBounds, errorsOnly } from "./parts/unproducible.ts";

const schema = {
  description:
    "Cache use of a fork's first request: of each fork that runs, of a recorded pair's fork, of every branch of a session.",
  type: "object",
  additionalProperties: false,
  minProperties: 1,
  properties: {
    ratio: {
      allOf: [{ $ref: "#/definitions/ratioBound" }],
      description: "Hit ratio: read / (read + write + fresh).",
    },
    efficiency: {
      allOf: [{ $ref: "#/definitions/ratioBound" }],
      description: "Hit ratio divided by the most that the shared prefix allows.",
    },
  },
} as const;

/** Bounds on how a fork's first request used the cache. */
export type FirstTurnExpectation = { readonly ratio: NumberBound | null; readonly efficiency: NumberBound | null };

export const firstTurn: ExpectationOf<typeof schema, FirstTurnExpectation> = {
  name: "firstTurn",
  schema,
  kinds: ["pair", "session", "fork"],
  decode: ({ ratio, efficiency }) => ({ ratio: decodeBound(ratio), efficiency: decodeBound(efficiency) }),
  unproducible: (bounds, scenario) => [...emptyBounds(["firstTurn"], bounds, 1), ...errorsOnly(scenario, "firstTurn")],
  check: (bounds, { firstTurns }) => (bounds === null ? [] : checkFirstTurn(firstTurns, bounds)),
};

/** The hit ratio of each fork's first turn, and its share of the expected ratio. */
export function checkFirstTurn(turns: readonly FirstTurn[], bounds: FirstTurnExpectation): readonly CheckResult[] {
  const check = (name: "ratio" | "efficiency", bound: NumberBound): CheckResult =>
    checkBound(`firstTurn.${name}`, bound, {
      values: turns.map((turn) => shareOf(turn, name)),
      observed: eachFork(turns, (turn) => exactly(shareOf(turn, name))),
      examined: firstTurnsLooked(turns.length),
    });
  const { ratio, efficiency } = bounds;
  return [
    ...(ratio === null ? [] : [check("ratio", ratio)]),
    ...(efficiency === null ? [] : [check("efficiency", efficiency)]),
  ];
}

function shareOf({ judgement }: FirstTurn, name: "ratio" | "efficiency"): number | null {
  const ratio = judgement?.ratio ?? null;
  return (name === "ratio" ? ratio?.observed : ratio?.efficiency) ?? null;
}

/** Enough digits to see on which side of a bound the value lies. */
function exactly(value: number | null): string {
  return value === null ? "not reported" : String(Number(value.toFixed(6)));
}
