/** Parts of the scenario schema that several keys share. */
export const sharedParts = {
  reason: {
    type: "object",
    title: "a map like `{ reason: … }`",
    additionalProperties: false,
    required: ["reason"],
    properties: { reason: { $ref: "#/definitions/words" } },
  },
  expectBreak: {
    description:
      "Declares that this case breaks the prefix on purpose, with the reason. Required with `verdict: diverged` or a `divergence`. It excuses causes in tools, system and messages at one place. Name all other causes under `expect.findings`.",
    type: "object",
    title: "a map like `{ reason: … }`",
    additionalProperties: false,
    required: ["reason"],
    properties: {
      reason: { $ref: "#/definitions/words" },
      at: {
        title: "a JSON pointer",
        description:
          "The parent's block that breaks, or the list that holds it, such as `/tools`. A cause in a block elsewhere fails. By default `expect.divergence.pointer`, or else the first differing block.",
        type: "string",
        format: "json-pointer",
        minLength: 1,
        examples: ["/system/0"],
      },
    },
  },
  words: {
    title: "a reason in words",
    description: "The reason, for the next reader.",
    type: "string",
    pattern: "\\S",
  },
  text: { title: "text that is not empty", type: "string", minLength: 1 },
  duration: { title: "a duration", type: "string", pattern: "^(0|[1-9][0-9]{0,5})(ms|s|m|h)$", examples: ["30s"] },
  pointer: { title: "a JSON pointer", type: "string", format: "json-pointer", examples: ["/messages/4"] },
  source: {
    title: "the path of a recording",
    description: "A cassette folder or a traffic file; relative to this file or to `fixtures/`.",
    type: "string",
    minLength: 1,
    examples: ["cassettes/coding-agent"],
  },
  exchangeId: {
    title: "the id of an exchange",
    description: "The id that `forkproof inspect` prints.",
    type: ["string", "integer"],
    minLength: 1,
    examples: ["5"],
  },
  exchange: {
    title: "an id, `last`, or a map of `model` and `index`",
    description:
      "Which request of the recording: its id, `last`, or the index among the requests to one model (from 0; a negative index counts from the end).",
    type: ["string", "integer", "object"],
    minLength: 1,
    additionalProperties: false,
    required: ["model", "index"],
    properties: {
      model: { allOf: [{ $ref: "#/definitions/text" }], description: "The model that the request names." },
      index: { description: "From 0; -1 is the last.", type: "integer" },
    },
    examples: ["last", "5", { model: "claude-sonnet-4-5", index: 0 }],
  },
  noOptions: {
    title: "a strategy without options",
    description: "Has no options.",
    type: "object",
    additionalProperties: false,
  },
  finding: {
    title: "a finding's code or slug",
    type: "string",
    format: "finding",
    examples: ["CB202", "tool-removed"],
  },
  ratioBound: {
    title: "a comparison with a number from 0 to 1",
    type: "string",
    pattern: "^(>=|<=|>|<|=) ?(0(\\.[0-9]{1,9})?|1(\\.0{1,9})?)$",
    examples: [">= 0.9"],
  },
  usdBound: {
    title: "a comparison with a sum in USD",
    type: "string",
    pattern: "^(>=|<=|>|<|=) ?(0|[1-9][0-9]{0,5})(\\.[0-9]{1,9})?$",
    examples: ["<= 0.002"],
  },
  countBound: {
    title: "a comparison with a whole number",
    type: "string",
    pattern: "^(>=|<=|>|<|=) ?(0|[1-9][0-9]{0,11})$",
    examples: ["<= 2000"],
  },
} as const;
