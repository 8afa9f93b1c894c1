/** Part of the schema for `provider`. */
export const providerParts = {
  notWithoutReplay: { not: {}, title: "a provider whose mode is not `replay`" },
  provider: {
    description: "The endpoint that answers the fork, its cache rules and its timing.",
    type: "object",
    additionalProperties: false,
    properties: {
      mode: {
        description:
          "The endpoint that answers the fork: the mocked provider (the default), a cassette, or the real provider. In mode `live`, a scenario with a `script` runs against the mocked provider unless `--live` is given.",
        enum: ["mock", "replay", "live"],
      },
      name: {
        title: "a provider",
        description:
          "The provider whose cache rules apply. By default the wire format, the model and the headers decide.",
        type: "string",
        format: "provider",
        examples: ["anthropic"],
      },
      cassette: {
        allOf: [{ $ref: "#/definitions/text" }],
        description:
          "The recording that answers in mode `replay`: a cassette folder or a traffic file. By default the parent's source.",
      },
      exchanges: {
        title: "a list of ids",
        description:
          "The exchanges to replay; the fork must request each of them. By default the parent's exchange and those that continue it, or all of them if a command sends its own parent.",
        type: "array",
        minItems: 1,
        items: { type: "string" },
      },
      pace: {
        title: "`recorded`, `instant`, or a duration for each piece",
        description:
          "The pace of a recorded answer, in virtual time: as recorded (the default), at once, or one piece per duration.",
        type: "string",
        pattern: "^(recorded|instant|(0|[1-9][0-9]{0,5})(ms|s|m|h))$",
        examples: ["recorded"],
      },
      forkAfter: {
        allOf: [{ $ref: "#/definitions/duration" }],
        description: "Virtual time from the first byte of the parent's response to the fork's request.",
      },
      isolate: {
        description:
          "With `--live`: each round sends a parent of its own, for experiments with the cache. By default all forks of a run share one.",
        type: "boolean",
      },
      script: {
        title: "a list of answers, or a map of lanes",
        description:
          "The mocked model's answers, one entry per request. A plain list holds the fork's answers. In mode `replay`, `run --update` records these answers. In mode `live` they answer runs without `--live`.",
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
              description: "Answers to each fork that has no lane.",
            },
            grader: { allOf: [{ $ref: "#/definitions/lane" }], description: "Answers to graders, in their order." },
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
    },
  },
} as const;
