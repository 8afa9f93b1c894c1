/** Who answers. */
export const providerParts = {
  notWithoutReplay: { not: {}, title: "a provider whose mode is not `replay`" },
  notWithoutMock: { not: {}, title: "a provider whose mode is not `mock`" },
  provider: {
    description: "Who answers, by which cache rules, and when.",
    type: "object",
    additionalProperties: false,
    properties: {
      mode: {
        description: "Who answers the fork: the mocked provider (the default), a cassette, or the real provider.",
        enum: ["mock", "replay", "live"],
      },
      name: {
        title: "a provider",
        description: "Whose cache rules apply. By default what dialect, model and headers say.",
        type: "string",
        format: "provider",
        examples: ["anthropic"],
      },
      cassette: {
        allOf: [{ $ref: "#/definitions/text" }],
        description:
          "What answers in mode `replay`: a cassette folder or a traffic file. By default the parent's source.",
      },
      exchanges: {
        title: "a list of ids",
        description:
          "Which exchanges are replayed, each of which must be met. By default the parent's and those that go on from it; all of them where the command sends its own parent.",
        type: "array",
        minItems: 1,
        items: { type: "string" },
      },
      pace: {
        title: "`recorded`, `instant`, or a duration for each piece",
        description:
          "How fast a recorded answer comes, in virtual time: as it was recorded (the default), at once, or a piece at every so many milliseconds.",
        type: "string",
        pattern: "^(recorded|instant|(0|[1-9][0-9]{0,5})(ms|s|m|h))$",
        examples: ["recorded"],
      },
      forkAfter: {
        allOf: [{ $ref: "#/definitions/duration" }],
        description: "When the fork is sent: virtual time since the first byte of the parent's response.",
      },
      script: {
        title: "a list of answers, or a map of lanes",
        description:
          "What the mocked model answers, one entry a request. A plain list is the fork's. In mode `replay` it is what `run --update` records.",
        type: ["array", "object"],
        if: { type: "array" },
        then: { $ref: "#/definitions/lane" },
        else: {
          additionalProperties: false,
          minProperties: 1,
          properties: {
            parent: { allOf: [{ $ref: "#/definitions/scriptLane" }], description: "Answers to the parent." },
            fork: {
              allOf: [{ $ref: "#/definitions/scriptLane" }],
              description: "Answers to each fork without a lane of its own.",
            },
          },
          patternProperties: { "^fork\\[[1-9][0-9]{0,2}\\]$": { $ref: "#/definitions/scriptLane" } },
        },
      },
    },
    if: { required: ["mode"], properties: { mode: { enum: ["replay"] } } },
    else: {
      properties: {
        cassette: { $ref: "#/definitions/notWithoutReplay" },
        exchanges: { $ref: "#/definitions/notWithoutReplay" },
        pace: { $ref: "#/definitions/notWithoutReplay" },
      },
      if: { required: ["mode"], properties: { mode: { enum: ["live"] } } },
      then: { properties: { script: { $ref: "#/definitions/notWithoutMock" } } },
    },
  },
} as const;
