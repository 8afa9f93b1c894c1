/** The root keys of a scenario file whose schema stands here in full. */
export const caseMembers = {
  name: {
    title: "one line of text",
    description:
      "The point of the case, in one line. It must be unique in a run: reports and baselines identify the case by it.",
    type: "string",
    pattern: "^\\S(.*\\S)?$",
    examples: ["auto-dream keeps the parent's prefix"],
  },
  tags: {
    description: "Words to select by: `--tag smoke`, or `--tag '!slow'` for all scenarios without it.",
    type: "array",
    uniqueItems: true,
    items: {
      title: "a tag of lower-case letters, digits and `-`",
      type: "string",
      pattern: "^[a-z0-9][a-z0-9-]*$",
      examples: ["smoke"],
    },
  },
  only: {
    allOf: [{ $ref: "#/definitions/reason" }],
    description: "Runs only the scenarios with this key. For work on one case: refused if CI is set.",
  },
  skip: {
    allOf: [{ $ref: "#/definitions/reason" }],
    description: "Does not run this scenario and reports it as skipped, with the reason.",
  },
  timeout: {
    title: "a duration above zero",
    description: "The time limit of one variant: virtual time for a strategy's fork, real time for your own code.",
    type: "string",
    pattern: "^[1-9][0-9]{0,5}(ms|s|m|h)$",
    examples: ["30s"],
  },
  matrix: {
    description:
      "Makes one variant for each combination of values. `${axis}` in any text of the file is replaced by the variant's value. A text that consists only of `${axis}` becomes the value itself, so numbers stay numbers. Within braces or brackets it needs quotes. With a matrix, write `$${` for a literal `${`. Without a matrix, nothing is replaced.",
    type: "object",
    minProperties: 1,
    propertyNames: { pattern: "^[A-Za-z][A-Za-z0-9_-]*$" },
    additionalProperties: {
      type: "array",
      minItems: 1,
      uniqueItems: true,
      items: { title: "text, a number, true or false", type: ["string", "number", "boolean"] },
    },
    examples: [{ gap: ["1s", "10m"] }],
  },
  cases: {
    title: "the path of a `.jsonl` or `.csv` file, or a list of rows",
    description:
      "Rows of data: one job for each row, times the matrix. `${column}` in any text of the file is replaced by the row's value, as with a matrix. A column `id` names the row; else its number does. Modules and graders see the whole row.",
    type: ["string", "array"],
    minLength: 1,
    minItems: 1,
    items: { title: "a map of columns", type: "object", minProperties: 1 },
    examples: ["rows.jsonl"],
  },
  parent: {
    description: "The recorded request that the fork continues.",
    type: "object",
    additionalProperties: false,
    required: ["source", "exchange"],
    properties: {
      source: { $ref: "#/definitions/source" },
      exchange: { $ref: "#/definitions/exchange" },
      answer: {
        description:
          "With `--live`: whose answer to the parent the forks continue. By default the provider's, or the recording's.",
        enum: ["asked", "recorded"],
      },
    },
  },
  session: {
    description: "Judges every turn and branch of a recording.",
    type: "object",
    additionalProperties: false,
    required: ["source"],
    properties: {
      source: { $ref: "#/definitions/source" },
      parentOf: {
        title: "a map from an exchange's id to its parent's",
        description:
          "Names parents that forkproof would otherwise find itself: the id of an exchange, and the id of the one that it continues. Same as `inspect --parent-of`.",
        type: "object",
        minProperties: 1,
        additionalProperties: { $ref: "#/definitions/exchangeId" },
        examples: [{ "3": "2" }],
      },
    },
  },
  at: {
    allOf: [{ $ref: "#/definitions/pointer" }],
    description: "The block of the parent at which the fork may start to differ. By default the parent's end.",
  },
  expectBreak: { $ref: "#/definitions/expectBreak" },
  movesPrefix: {
    allOf: [{ $ref: "#/definitions/expectBreak" }],
    description: "Deprecated: the former name of `expectBreak`.",
    deprecated: true,
  },
} as const;
