/** Parts of the schema for the calls that a fork makes. */
export const callParts = {
  expectedCall: {
    title: "a map of a `tool` and its `input`",
    type: "object",
    additionalProperties: false,
    required: ["tool"],
    properties: {
      tool: { allOf: [{ $ref: "#/definitions/text" }], description: "The tool's name." },
      input: {
        title: "a map of arguments",
        description:
          "Arguments that the call has. A value is compared as a whole, or is a matcher: `{ matches: ^notes }`, `{ contains: … }` or `{ startsWith: … }`.",
        type: "object",
        examples: [{ path: { matches: "^notes" } }],
      },
    },
  },
} as const;
