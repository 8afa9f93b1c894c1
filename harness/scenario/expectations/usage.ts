import { sumOrNull } from "../../kernel/numbers.ts";
import type { CheckResult, ForkRun } from "../../kernel/run-result.ts";
import type { NumberBound } from "../decode/number-bound.ts";
import type { FromSchema } from "../schema/from-schema.ts";
import type { ExpectationOf } from "./expectation.ts";
import { checkBound } from "./parts/check-bound.ts";
import { eachFork, forksLooked } from "./parts/each-fork.ts";
import { decodeBound, emptyBounds, errorsOnly } from "./parts/unproducible.ts";

const schema = {
  description: "Bounds on tokens, over all turns of the fork.",
  type: "object",
  additionalProperties: false,
  minProperties: 1,
  properties: {
    read: { allOf: [{ $ref: "#/definitions/countBound" }], description: "Tokens read from the cache." },
    write: { allOf: [{ $ref: "#/definitions/countBound" }], description: "Tokens written to the cache." },
    fresh: { allOf: [{ $ref: "#/definitions/countBound" }], description: "Input tokens neither read nor written." },
    output: { allOf: [{ $ref: "#/definitions/countBound" }], description: "Tokens that the model wrote." },
  },
} as const;

type Counter = keyof FromSchema<typeof schema>;

export type UsageBounds = Readonly<Record<Counter, NumberBound | null>>;

export const usage: ExpectationOf<typeof schema, UsageBounds> = {
  name: "usage",
  schema,
  kinds: ["fork"],
  decode: ({ read, write, fresh, output }) => ({
    read: decodeBound(read),
    write: decodeBound(write),
    fresh: decodeBound(fresh),
    output: decodeBound(output),
  }),
  unproducible: (bounds, scenario) => [...emptyBounds(["usage"], bounds, Infinity), ...errorsOnly(scenario, "usage")],
  check: (bounds, { forks = [] }) => (bounds === null ? [] : checkUsage(forks, bounds)),
};

/** Sums each counter over all turns of each fork. One turn without the counter leaves the sum unknown, and that fails. */
export function checkUsage(forks: readonly ForkRun[], bounds: UsageBounds): readonly CheckResult[] {
  return (["read", "write", "fresh", "output"] as const).flatMap((counter) => {
    const bound = bounds[counter];
    return bound === null ? [] : [checkCounter(forks, counter, bound)];
  });
}

function checkCounter(forks: readonly ForkRun[], counter: Counter, bound: NumberBound): CheckResult {
  const sumOf = ({ turns }: ForkRun): number | null => sum(turns.map((turn) => turn[counter]));
  return checkBound(`usage.${counter}`, bound, {
    values: forks.map(sumOf),
    observed: eachFork(forks, (fork) => String(sumOf(fork) ?? "not reported")),
    examined: forksLooked(forks.length),
  });
}

function sum(values: readonly (number | null)[]): number | null {
  return values.length === 0 ? null : sumOrNull(values);
}
