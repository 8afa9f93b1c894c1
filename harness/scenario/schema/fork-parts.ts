/** The keys of `fork` besides the subject's. */
export const forkMembers = {
  label: {
    allOf: [{ $ref: "#/definitions/text" }],
    description: "The purpose of the fork, shown in reports and telemetry.",
    examples: ["auto_dream"],
  },
  prompt: { allOf: [{ $ref: "#/definitions/text" }], description: "The fork's directive, its first own message." },
  maxTurns: {
    description: "The number of requests that the fork may make.",
    type: "integer",
    minimum: 1,
    maximum: 10000,
  },
  filter: { $ref: "#/definitions/filter" },
  tools: {
    description: "Results for the tool calls that the filter allows. The first matching stub answers.",
    type: "array",
    items: { $ref: "#/definitions/toolStub" },
  },
  siblings: {
    description: "Runs this many forks of the same parent.",
    type: "object",
    additionalProperties: false,
    required: ["count"],
    properties: {
      count: { description: "The number of forks, including the first.", type: "integer", minimum: 1, maximum: 1000 },
      start: {
        description:
          "When the other forks start: after the first byte of the first fork's response (the default), or all together.",
        enum: ["after-first-byte", "together"],
      },
    },
  },
  env: {
    description:
      "Variables for the process of a `subject` or `command`. It gets only what programs need to start, and these. `null` passes on the value that forkproof itself has.",
    type: "object",
    additionalProperties: { type: ["string", "null"] },
    examples: [{ FEATURE_FLAGS: "on", DATABASE_URL: null }],
  },
  abortAfter: {
    allOf: [{ $ref: "#/definitions/duration" }],
    description: "The caller aborts the fork this long after its first request, in virtual time.",
  },
} as const;

/** A part that only `fork` uses. */
export const forkParts = {
  toolStub: {
    type: "object",
    additionalProperties: false,
    required: ["name"],
    oneOf: [{ required: ["returns"] }, { required: ["fails"] }],
    properties: {
      name: { allOf: [{ $ref: "#/definitions/text" }], description: "The tool's name in the request." },
      input: {
        description: "Answers only calls whose arguments have these members. By default every call.",
        type: "object",
      },
      returns: { description: "The result's text.", type: "string" },
      fails: { description: "The text of a result that is an error.", type: "string" },
    },
  },
} as const;

/** A fork that ran before: it makes a scenario of recorded requests. */
export const recordedMember = {
  description: "The recorded request of the fork.",
  type: "object",
  additionalProperties: false,
  required: ["exchange"],
  properties: {
    exchange: { $ref: "#/definitions/exchange" },
    source: {
      allOf: [{ $ref: "#/definitions/source" }],
      description: "The recording that holds it. By default the parent's.",
    },
  },
} as const;
