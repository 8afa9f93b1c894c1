import type { FromSchema } from "../schema/from-schema.ts";

/** The strategies of the fork library and their options. harness/run/fork-library.ts makes each; the compiler asks for a new one there. */
export const strategyOptions = {
  "pass-through": { $ref: "#/definitions/noOptions" },
  "placeholder-results": {
    description: "One constant result for each open call, then the rules of a fork and the directive.",
    type: "object",
    additionalProperties: false,
    properties: {
      acknowledge: {
        description: "Ends the turn with an acknowledgement and starts the next with a prompt to begin.",
        type: "boolean",
      },
      blankArguments: {
        description:
          "Sends the open calls without their arguments. This loses the turn if it is in the parent's request.",
        type: "boolean",
      },
    },
  },
  "append-tool-result": {
    description: "Answers the call that asked for the fork with its contract.",
    type: "object",
    additionalProperties: false,
    properties: {
      call: {
        description: "Which of the parent's open calls asked for this fork, from 1. Required if several are open.",
        type: "integer",
        minimum: 1,
        maximum: 1000,
      },
    },
  },
  "snapshot-query": {
    description: "One question after a snapshot of the parent.",
    type: "object",
    additionalProperties: false,
    properties: {
      window: {
        description: "Keeps only this many of the parent's last elements. Shares the system prompt at most.",
        type: "integer",
        minimum: 1,
        maximum: 1000000,
      },
      tools: { description: "`emptied` sends no tools and shares nothing.", enum: ["kept", "emptied"] },
    },
  },
  "last-n-turns": {
    description: "The user's last turns after fresh context. Shares the system prompt at most.",
    type: "object",
    additionalProperties: false,
    properties: {
      turns: { description: "How many turns; by default 1.", type: "integer", minimum: 1, maximum: 1000000 },
      context: {
        allOf: [{ $ref: "#/definitions/text" }],
        description: "The text before them, instead of the parent's start-up context.",
      },
    },
  },
  "qwen-history": { $ref: "#/definitions/noOptions" },
  "sanitized-history": { $ref: "#/definitions/noOptions" },
} as const;

export type StrategyName = keyof typeof strategyOptions;

/** Of all strategies; the schema allows each only its own. A missing option has the strategy's default. */
export type StrategyOptions = All<FromSchema<(typeof strategyOptions)[StrategyName]>>;

/** Has every member of every type of a union. */
type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer Both) => void
  ? Both
  : never;
