import { passAtLeastOnce, passPowers } from "../../../kernel/evals/pass-powers.ts";
import type { CheckResult } from "../../../kernel/run-result.ts";
import type { NumberBound } from "../../decode/number-bound.ts";
import type { ExpectationOf } from "../expectation.ts";
import { checkBound } from "../parts/check-bound.ts";
import { notExamined } from "../parts/not-examined.ts";
import { decodeBound, emptyBounds } from "../parts/unproducible.ts";
import { boundText, roundsLooked, SCRIPTED_ONCE } from "./rounds.ts";

const atSchema = {
  title: "a map from a number of rounds to a comparison",
  description:
    "pass@k: the chance that at least one of k rounds of a live run passes. The keys are k, such as `{ 3: '>= 0.95' }`.",
  type: "object",
  minProperties: 1,
  propertyNames: { pattern: "^[1-9][0-9]{0,2}$" },
  additionalProperties: { $ref: "#/definitions/ratioBound" },
} as const;

const hatSchema = {
  title: "a map from a number of rounds to a comparison",
  description: "pass^k: the chance that all of k rounds of a live run pass. The keys are k, such as `{ 3: '>= 0.5' }`.",
  type: "object",
  minProperties: 1,
  propertyNames: { pattern: "^[1-9][0-9]{0,2}$" },
  additionalProperties: { $ref: "#/definitions/ratioBound" },
} as const;

/** Bounds by k. */
export type PowerBounds = Readonly<Record<string, NumberBound | null>>;

export const passAtK: ExpectationOf<typeof atSchema, PowerBounds> = {
  name: "passAtK",
  schema: atSchema,
  kinds: ["fork"],
  decode: decodeBounds,
  unproducible: (bounds) => emptyBounds(["passAtK"], bounds, 1),
  check: (bounds, { rounds }) => checkPowers("passAtK", bounds, rounds, passAtLeastOnce),
};

export const passHatK: ExpectationOf<typeof hatSchema, PowerBounds> = {
  name: "passHatK",
  schema: hatSchema,
  kinds: ["fork"],
  decode: decodeBounds,
  unproducible: (bounds) => emptyBounds(["passHatK"], bounds, 1),
  check: (bounds, { rounds }) => checkPowers("passHatK", bounds, rounds, passPowers),
};

function decodeBounds(written: Readonly<Record<string, string>>): PowerBounds {
  return Object.fromEntries(Object.entries(written).map(([k, text]) => [k, decodeBound(text)]));
}

/** A k above the number of rounds leaves the power unknown, and that fails. */
function checkPowers(
  name: string,
  bounds: PowerBounds | null,
  rounds: readonly boolean[] | undefined,
  powersOf: (rounds: readonly boolean[]) => readonly number[],
): readonly CheckResult[] {
  return Object.entries(bounds ?? {}).flatMap(([k, bound]) => {
    if (bound === null) return [];
    const check = `${name}.${k}`;
    if (rounds === undefined) return [notExamined(check, boundText(bound), SCRIPTED_ONCE, "rounds")];
    const power = powersOf(rounds)[Number(k) - 1] ?? null;
    return [
      checkBound(check, bound, {
        values: [power],
        observed:
          power === null
            ? `only ${rounds.length} ${rounds.length === 1 ? "round" : "rounds"}`
            : String(Number(power.toFixed(6))),
        examined: roundsLooked(rounds),
      }),
    ];
  });
}
