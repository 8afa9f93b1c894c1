import { sum } from "../../kernel/numbers.ts";
import type { CheckResult } from "../../kernel/run-result.ts";
import type { Simulation, SimulationMode } from "../../kernel/simulation.ts";
import type { RatioVerdict } from "../../kernel/turn-ratio.ts";
import type { NumberBound } from "../decode/number-bound.ts";
import type { ExpectationOf } from "./expectation.ts";
import { checkBound } from "./parts/check-bound.ts";
import { decodeBound, emptyBounds } from "./parts/unproducible.ts";

const schema = {
  description: "How well the cache models predict what the recording's providers reported.",
  type: "object",
  additionalProperties: false,
  minProperties: 1,
  properties: {
    mode: {
      description: "`lag`: only the second request after an entry's own can read it. By default `upper`.",
      enum: ["upper", "lag"],
    },
    exact: {
      allOf: [{ $ref: "#/definitions/ratioBound" }],
      description: "Share of follow-ups whose read is predicted to the token.",
    },
    classRight: {
      allOf: [{ $ref: "#/definitions/ratioBound" }],
      description: "Share of follow-ups whose read is predicted to end in the right part of the prefix.",
    },
    wrong: {
      allOf: [{ $ref: "#/definitions/countBound" }],
      description: "Number of reads that the models cannot explain.",
    },
    ratios: {
      title: "how many turns used the cache well",
      description: "Turns that continue an earlier one, by what their hit ratio means.",
      type: "object",
      additionalProperties: false,
      minProperties: 1,
      properties: {
        ok: {
          allOf: [{ $ref: "#/definitions/countBound" }],
          description: "Turns that read at least half of their prompt.",
        },
        low: {
          allOf: [{ $ref: "#/definitions/countBound" }],
          description: "Turns that read less although the entry was there.",
        },
        coldParent: {
          allOf: [{ $ref: "#/definitions/countBound" }],
          description: "Turns that read less because the entry was missing.",
        },
        belowMinimum: {
          allOf: [{ $ref: "#/definitions/countBound" }],
          description: "Turns whose shared prefix is too short to be cached.",
        },
        unknown: {
          allOf: [{ $ref: "#/definitions/countBound" }],
          description: "Turns without reported counters.",
        },
      },
    },
  },
} as const;

/** Bounds on how the cache models did: shares of the follow-ups, and a count. */
export type SimulationExpectation = {
  readonly mode: SimulationMode;
  readonly exact: NumberBound | null;
  readonly classRight: NumberBound | null;
  readonly wrong: NumberBound | null;
  /** How many turns have each verdict on their ratio. */
  readonly ratios: Readonly<Record<RatioVerdict, NumberBound | null>>;
};

export const simulate: ExpectationOf<typeof schema, SimulationExpectation> = {
  name: "simulate",
  schema,
  kinds: ["session"],
  decode: ({ mode, exact, classRight, wrong, ratios }) => ({
    mode: mode ?? "upper",
    exact: decodeBound(exact),
    classRight: decodeBound(classRight),
    wrong: decodeBound(wrong),
    ratios: {
      ok: decodeBound(ratios?.ok),
      low: decodeBound(ratios?.low),
      "cold-parent": decodeBound(ratios?.coldParent),
      "below-minimum": decodeBound(ratios?.belowMinimum),
      unknown: decodeBound(ratios?.unknown),
    },
  }),
  unproducible: ({ exact, classRight, wrong, ratios }) => {
    const named = Object.fromEntries(VERDICTS.map(([verdict, key]) => [key, ratios[verdict]]));
    return [
      ...emptyBounds(["simulate"], { exact, classRight }, 1),
      ...emptyBounds(["simulate"], { wrong }, Infinity),
      ...emptyBounds(["simulate", "ratios"], named, Infinity),
    ];
  },
  check: (bounds, { simulate: play }) =>
    bounds === null || play === undefined ? [] : checkSimulation(play(bounds.mode), bounds),
};

/** Compares the predictions with the bounds. A recording without a predictable read proves nothing, and fails. */
function checkSimulation({ summary }: Simulation, expected: SimulationExpectation): readonly CheckResult[] {
  const { followUps, exact, classRight, wrong } = summary.all;
  const share = (count: number): number | null => (followUps === 0 ? null : count / followUps);
  const rows = [
    ["exact", expected.exact, share(exact), `${exact} of ${followUps}`],
    ["classRight", expected.classRight, share(classRight), `${classRight} of ${followUps}`],
    ["wrong", expected.wrong, followUps === 0 ? null : wrong, String(wrong)],
  ] as const;
  const { ratios } = summary;
  const turns = sum(Object.values(ratios));
  // A bound on the unknown turns says that they are meant.
  const known = expected.ratios.unknown === null ? turns - ratios.unknown : turns;
  return [
    ...rows.flatMap(([name, bound, value, shown]) =>
      bound === null ? [] : [check(name, bound, { value, shown, followUps })],
    ),
    ...VERDICTS.flatMap(([is, key]) => {
      const bound = expected.ratios[is];
      return bound === null ? [] : [checkRatio(key, bound, ratios[is], { turns, known })];
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

/** A recording in which no turn continues another, or reports its usage, has no ratios, and fails. */
function checkRatio(
  key: string,
  bound: NumberBound,
  value: number,
  { turns, known }: { readonly turns: number; readonly known: number },
): CheckResult {
  const nothing = turns === 0 ? "no turn that continues another" : `unknown for all ${turns}: usage was not reported`;
  return checkBound(`simulate.ratios.${key}`, bound, {
    values: known === 0 ? [] : [value],
    observed: known === 0 ? nothing : `${value} of ${turns}`,
    examined: { count: known, what: known === 1 ? "turn" : "turns" },
  });
}

function check(
  name: string,
  bound: NumberBound,
  { value, shown, followUps }: { readonly value: number | null; readonly shown: string; readonly followUps: number },
): CheckResult {
  return checkBound(`simulate.${name}`, bound, {
    values: value === null ? [] : [value],
    observed: value === null ? "no follow-up with usage" : shown,
    examined: { count: followUps, what: followUps === 1 ? "follow-up" : "follow-ups" },
  });
}
