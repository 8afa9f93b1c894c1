/** The keys of `fork` that do not say whose fork it is. */
export const forkMembers = {
  label: {
    allOf: [{ $ref: "#/definitions/text" }],
    description: "What the fork is for; shown in reports and telemetry.",
    examples: ["auto_dream"],
  },
  prompt: { allOf: [{ $ref: "#/definitions/text" }], description: "The fork's directive, its first own message." },
  maxTurns: { description: "Requests that the fork may make.", type: "integer", minimum: 1, maximum: 10000 },
  filter: { $ref: "#/definitions/filter" },
  tools: {
    description: "Results for tool calls that the filter allows. The first stub that matches answers.",
    type: "array",
    items: { $ref: "#/definitions/toolStub" },
  },
  siblings: {
    description: "Runs this many forks of the same parent.",
    type: "object",
    additionalProperties: false,
    required: ["count"],
    properties: {
      count: { description: "How many forks, the first included.", type: "integer", minimum: 1, maximum: 1000 },
      start: {
        description:
          "When the others start: after the first byte of the first fork's response (the default), or all together.",
        enum: ["after-first-byte", "together"],
      },
    },
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
      name: { allOf: [{ $ref: "#/definitions/text" }], description: "The tool, as the request declares it." },
      input: {
        description: "Answers only calls whose arguments have these members. By default any call.",
        type: "object",
      },
      returns: { description: "The result's text.", type: "string" },
      fails: { description: "The text of a result that is an error.", type: "string" },
    },
  },
} as const;

/** A fork that ran before: it makes a scenario of recorded requests. */
export const recordedMember = {
  description: "The fork's request, as it was recorded.",
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
