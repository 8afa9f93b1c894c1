import { passRateOf, type PassRate } from "../../../kernel/evals/pass-rate.ts";
import type { NumberBound } from "../../decode/number-bound.ts";
import type { ExpectationOf } from "../expectation.ts";
import { checkBound } from "../parts/check-bound.ts";
import { notExamined } from "../parts/not-examined.ts";
import { decodeBound, emptyBounds } from "../parts/unproducible.ts";
import { boundText, roundsLooked, SCRIPTED_ONCE } from "./rounds.ts";

const schema = {
  allOf: [{ $ref: "#/definitions/ratioBound" }],
  description:
    "The share of the rounds of a live run in which every other expectation was met. Needs `--repeat` of at least 2.",
} as const;

export const passRate: ExpectationOf<typeof schema, NumberBound | null> = {
  name: "passRate",
  schema,
  kinds: ["fork"],
  decode: decodeBound,
  unproducible: (bound) => emptyBounds([], { passRate: bound }, 1),
  check: (bound, { rounds }) => {
    if (bound === null) return [];
    if (rounds === undefined) return [notExamined("passRate", boundText(bound), SCRIPTED_ONCE, "rounds")];
    const rate = passRateOf(rounds);
    return [
      checkBound("passRate", bound, {
        values: rounds.length < 2 ? [null] : [rate.rate],
        observed: rateText(rate),
        examined: roundsLooked(rounds),
      }),
    ];
  },
};

/** The rate with its interval: `17 of 20 (0.85, 95 % interval 0.64 to 0.948)`. */
function rateText({ passed, runs, rate, low, high }: PassRate): string {
  if (rate === null || low === null || high === null) return "no round";
  return `${passed} of ${runs} (${short(rate)}, 95 % interval ${short(low)} to ${short(high)})`;
}

function short(value: number): string {
  return String(Number(value.toFixed(3)));
}
