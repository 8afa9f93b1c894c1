import type { CheckResult, ForkRun } from "../../kernel/run-result.ts";
import type { Judgement } from "../../kernel/judgement.ts";
import type { NumberBound } from "../decode/number-bound.ts";
import type { PricedJob } from "./evidence.ts";
import type { ExpectationOf } from "./expectation.ts";
import { checkBound } from "./parts/check-bound.ts";
import { eachFork, forksLooked } from "./parts/each-fork.ts";
import { decodeBound, emptyBounds, unproducible } from "./parts/unproducible.ts";

const schema = {
  description: "Bounds on money, by dated prices. An unknown price fails the check.",
  type: "object",
  additionalProperties: false,
  minProperties: 1,
  properties: {
    usd: { allOf: [{ $ref: "#/definitions/usdBound" }], description: "The cost of each fork, over all its turns." },
    breakUsd: {
      allOf: [{ $ref: "#/definitions/usdBound" }],
      description:
        "The part of the cost that breaks caused: of each fork that runs, else of all recorded pairs together.",
    },
  },
} as const;

export type CostBounds = Readonly<Record<"usd" | "breakUsd", NumberBound | null>>;

export const cost: ExpectationOf<typeof schema, CostBounds> = {
  name: "cost",
  schema,
  kinds: ["pair", "session", "fork"],
  decode: ({ usd, breakUsd }) => ({ usd: decodeBound(usd), breakUsd: decodeBound(breakUsd) }),
  unproducible: (bounds, { kind }) => [
    ...emptyBounds(["cost"], bounds, Infinity),
    ...(bounds.usd !== null && kind !== "fork"
      ? [unproducible(["cost", "usd"], "key", "needs a fork that runs", "write `breakUsd`, or remove it")]
      : []),
  ],
  check: (bounds, { priced }) => (bounds === null || priced === undefined ? [] : checkCost(bounds, priced)),
};

function checkCost({ usd, breakUsd }: CostBounds, priced: PricedJob): readonly CheckResult[] {
  const { forks, judgements } = priced;
  const ofForks = (name: "usd" | "breakUsd", bound: NumberBound): CheckResult => {
    const costOf = ({ cost }: ForkRun): number | null => cost?.[name] ?? null;
    return checkBound(`cost.${name}`, bound, {
      values: forks.map(costOf),
      observed: eachFork(forks, (fork) => usdText(costOf(fork))),
      examined: forksLooked(forks.length),
    });
  };
  const ofPairs = (bound: NumberBound): CheckResult => {
    const sum = judgements.map(brokenUsd).reduce((a, b) => (a === null || b === null ? null : a + b), 0);
    return checkBound("cost.breakUsd", bound, {
      values: judgements.length === 0 ? [] : [sum],
      observed: judgements.length === 0 ? "no pair was judged" : usdText(sum),
      examined: { count: judgements.length, what: judgements.length === 1 ? "pair" : "pairs" },
    });
  };
  return [
    ...(usd === null ? [] : [ofForks("usd", usd)]),
    ...(breakUsd === null ? [] : [forks.length > 0 ? ofForks("breakUsd", breakUsd) : ofPairs(breakUsd)]),
  ];
}

/** Without a cause, a pair has no break. */
function brokenUsd({ breakCost, findings }: Judgement): number | null {
  if (breakCost !== null) return breakCost.usd;
  return findings.some(({ role }) => role === "cause") ? null : 0;
}

function usdText(value: number | null): string {
  return value === null ? "unknown: no price or no usage" : String(Number(value.toPrecision(6)));
}
