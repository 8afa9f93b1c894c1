import type { NumberBound } from "../../decode/number-bound.ts";
import type { ExpectationOf } from "../expectation.ts";
import { checkBound } from "../parts/check-bound.ts";
import { eachFork, forksLooked } from "../parts/each-fork.ts";
import { decodeBound, emptyBounds } from "../parts/unproducible.ts";

const schema = {
  allOf: [{ $ref: "#/definitions/countBound" }],
  description: "How many requests of each fork the provider answered.",
} as const;

export const turns: ExpectationOf<typeof schema, NumberBound | null> = {
  name: "turns",
  schema,
  kinds: ["fork"],
  decode: decodeBound,
  unproducible: (bound) => emptyBounds([], { turns: bound }, Infinity),
  check: (bound, { forks = [] }) =>
    bound === null
      ? []
      : [
          checkBound("turns", bound, {
            values: forks.map((fork) => fork.turns.length),
            observed: eachFork(forks, (fork) => String(fork.turns.length)),
            examined: forksLooked(forks.length),
          }),
        ],
};
