/** Parts of the schema for the mocked model's answers. */
export const scriptParts = {
  notWithError: { not: {}, title: "an answer that is an `error`" },
  notWithRefusal: { not: {}, title: "an answer that is a `refusal`" },
  notWithLength: { not: {}, title: "an answer that ends by `length`" },
  scriptLane: {
    title: "a list of answers, or a map of `when` and `turns`",
    type: ["array", "object"],
    if: { type: "array" },
    then: { $ref: "#/definitions/lane" },
    else: {
      type: "object",
      additionalProperties: false,
      required: ["turns"],
      properties: {
        when: { $ref: "#/definitions/when" },
        turns: { allOf: [{ $ref: "#/definitions/lane" }], description: "The answers, one entry per request." },
      },
    },
  },
  when: {
    title: "a map of `contains`, `matches` or `tool`",
    description:
      "Selects the first request of the lane if the client does not send the header x-forkproof-lane. All conditions must hold. Later requests follow the conversation.",
    type: "object",
    additionalProperties: false,
    minProperties: 1,
    properties: {
      contains: {
        title: "text that is not blank",
        description: "The text of the last user message contains this. Tool results are ignored.",
        type: "string",
        pattern: "\\S",
      },
      matches: {
        title: "a regular expression",
        description:
          "A regular expression (of JavaScript, with flag `u`) matches the text of the last user message somewhere.",
        type: "string",
        pattern: "\\S",
        format: "regex",
      },
      tool: {
        title: "the name of a tool",
        description: "The request holds a result of this tool.",
        type: "string",
        pattern: "\\S",
      },
    },
  },
  lane: { title: "a list of answers", type: "array", items: { $ref: "#/definitions/answer" } },
  answer: {
    type: "object",
    additionalProperties: false,
    anyOf: [
      { required: ["text"] },
      { required: ["call"] },
      { required: ["thinking"] },
      { required: ["refusal"] },
      { required: ["length"] },
      { required: ["error"] },
    ],
    properties: {
      thinking: { description: "A thinking block before all other content.", type: "string" },
      text: { description: "The answer's text.", type: "string" },
      call: {
        title: "a map of tool names and arguments, or a list of such maps",
        description: "Tool calls by name: `{ Read: { path: notes.md } }`. Write a list to call one tool twice.",
        type: ["object", "array"],
        if: { type: "array" },
        then: { minItems: 1, items: { $ref: "#/definitions/calls" } },
        else: { $ref: "#/definitions/calls" },
      },
      refusal: { description: "The text before the model refuses to continue.", type: "string" },
      length: { description: "The text before the token limit ends the answer.", type: "string" },
      error: {
        title: "an HTTP status, or a map with a `status`",
        description: "An error response, by default with the provider's own type and message.",
        type: ["integer", "object"],
        minimum: 400,
        maximum: 599,
        additionalProperties: false,
        required: ["status"],
        properties: {
          status: {
            description: "The HTTP status; 529 is overloaded.",
            type: "integer",
            minimum: 400,
            maximum: 599,
            examples: [529],
          },
          type: {
            allOf: [{ $ref: "#/definitions/text" }],
            description: "The error's type in the body.",
            examples: ["overloaded_error"],
          },
          message: { allOf: [{ $ref: "#/definitions/text" }], description: "The error's text in the body." },
          retryAfter: {
            allOf: [{ $ref: "#/definitions/duration" }],
            description: "The value of the `retry-after` header.",
          },
        },
      },
      cut: {
        description: "The connection drops after this many events of the stream.",
        type: "integer",
        minimum: 0,
        maximum: 1000000,
      },
      wait: { allOf: [{ $ref: "#/definitions/duration" }], description: "Virtual time before the first byte." },
    },
    allOf: [
      {
        if: { required: ["error"] },
        then: {
          properties: {
            thinking: { $ref: "#/definitions/notWithError" },
            text: { $ref: "#/definitions/notWithError" },
            call: { $ref: "#/definitions/notWithError" },
            refusal: { $ref: "#/definitions/notWithError" },
            length: { $ref: "#/definitions/notWithError" },
            cut: { $ref: "#/definitions/notWithError" },
          },
        },
      },
      {
        if: { required: ["refusal"] },
        then: {
          properties: {
            text: { $ref: "#/definitions/notWithRefusal" },
            call: { $ref: "#/definitions/notWithRefusal" },
            length: { $ref: "#/definitions/notWithRefusal" },
          },
        },
      },
      {
        if: { required: ["length"] },
        then: {
          properties: { text: { $ref: "#/definitions/notWithLength" }, call: { $ref: "#/definitions/notWithLength" } },
        },
      },
    ],
  },
  calls: { type: "object", minProperties: 1, additionalProperties: { title: "a map of arguments", type: "object" } },
} as const;
