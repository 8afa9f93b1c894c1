import type { SubjectKind } from "./subject-kind.ts";
import { type StrategyName, type StrategyOptions, strategyOptions } from "./strategy-options.ts";

/** A fork of ours. */
export type StrategySubject = {
  readonly kind: "strategy";
  readonly strategy: StrategyName;
  readonly options: StrategyOptions;
};

type StrategyValue = StrategyName | Readonly<Partial<Record<StrategyName, StrategyOptions>>>;

export const strategySubject: SubjectKind<StrategyValue, StrategySubject> = {
  key: "strategy",
  schema: {
    title: "a strategy",
    description: "How our fork's history is made from the parent's: a name, or a map of one name to its options.",
    type: ["string", "object"],
    format: "strategy",
    additionalProperties: false,
    minProperties: 1,
    properties: strategyOptions,
    if: { type: "object" },
    then: { oneOf: Object.keys(strategyOptions).map((name) => ({ required: [name] })) },
    examples: ["pass-through"],
  },
  decode: (written) => {
    if (typeof written === "string") return { kind: "strategy", strategy: written, options: {} };
    const [named] = Object.entries(written);
    if (named === undefined || !isStrategy(named[0])) throw new Error("the schema accepted an unknown strategy");
    return { kind: "strategy", strategy: named[0], options: named[1] };
  },
  needs: { parent: true, prompt: true },
  refuses: {
    definition: "notWithStrategy",
    title: "a fork by a `strategy`, which has no process of its own",
    keys: ["env"],
  },
};

function isStrategy(name: string): name is StrategyName {
  return Object.hasOwn(strategyOptions, name);
}
