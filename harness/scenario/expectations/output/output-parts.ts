/** Parts of the schema for what a fork's last text must be. */
export const outputParts = {
  outputMatcher: {
    title: "a map with one matcher, such as `{ contains: notes }`",
    type: "object",
    additionalProperties: false,
    oneOf: [
      { required: ["contains"] },
      { required: ["matches"] },
      { required: ["equals"] },
      { required: ["startsWith"] },
      { required: ["schema"] },
      { required: ["not"] },
      { required: ["anyOf"] },
      { required: ["module"] },
      { required: ["grader"] },
    ],
    properties: {
      contains: { allOf: [{ $ref: "#/definitions/text" }], description: "The text contains this." },
      matches: {
        title: "a regular expression",
        description: "A regular expression (of JavaScript, with flag `u`) matches the text somewhere.",
        type: "string",
        format: "regex",
      },
      equals: { description: "The text is exactly this.", type: "string" },
      startsWith: { allOf: [{ $ref: "#/definitions/text" }], description: "The text starts with this." },
      schema: { description: "The text is JSON that this JSON schema (draft-07) accepts.", type: "object" },
      not: { allOf: [{ $ref: "#/definitions/outputMatcher" }], description: "This matcher does not match." },
      anyOf: {
        description: "At least one of these matches.",
        type: "array",
        minItems: 2,
        items: { $ref: "#/definitions/outputMatcher" },
      },
      module: {
        title: "the path of a module, or a package and its export",
        description:
          "A function that scores the fork from 0 to 1: the default export of a file, or `package#Export`. It gets `{ input, output, expected }` and the row, and returns a number, `{ score, why }`, or null if it has no opinion.",
        type: "string",
        minLength: 1,
        examples: ["./score.mjs", "autoevals#Levenshtein"],
      },
      grader: {
        title: "the path of a rubric",
        description:
          "A file that tells a model how to grade the text from 1 to 5. In mode `mock` the lane `grader` of the script answers.",
        type: "string",
        minLength: 1,
        examples: ["graders/tone.md"],
      },
      model: {
        allOf: [{ $ref: "#/definitions/text" }],
        description: "The model that grades. Required with `grader`.",
        examples: ["claude-sonnet-4-5"],
      },
      atLeast: {
        title: "a number from 0 to 5",
        description:
          "The least score that passes: of a `module` from 0 to 1, by default 1; of a `grader` from 1 to 5, by default 4.",
        type: "number",
        minimum: 0,
        maximum: 5,
      },
      weight: {
        title: "a number above 0",
        description:
          "The weight in `score`. A matcher with a weight counts there, and does not fail the job by itself.",
        type: "number",
        minimum: 0.001,
        maximum: 1000,
        examples: [2],
      },
    },
  },
} as const;
