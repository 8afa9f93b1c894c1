/** How a scenario spells filters and what they must decide. */
export const filterParts = {
  filter: {
    title: "a filter or a list of filters",
    description: "Which tool calls of the fork may run; of a list, all must allow. By default every call may.",
    type: ["object", "array"],
    if: { type: "array" },
    then: { minItems: 1, items: { $ref: "#/definitions/filterForm" } },
    else: { $ref: "#/definitions/filterForm" },
  },
  filterForm: {
    type: "object",
    additionalProperties: false,
    oneOf: [{ required: ["allowTools"] }, { required: ["autoMem"] }],
    properties: {
      allowTools: {
        description: "Allows calls of these tools and denies all others.",
        type: "array",
        uniqueItems: true,
        items: { $ref: "#/definitions/text" },
      },
      autoMem: {
        description: "Reads everything, writes one folder: for a fork that keeps an agent's memory.",
        type: "object",
        additionalProperties: false,
        required: ["memoryDir"],
        properties: {
          memoryDir: {
            title: "the path of a folder",
            description: "The folder that may be written; looked for beside this file, then in `fixtures/`.",
            type: "string",
            minLength: 1,
          },
          client: {
            title: "a client's name",
            description: "Whose names the tools go by; by default the canonical ones and Claude Code's.",
            enum: ["canonical", "claude-code", "qwen-code", "gemini-cli", "opencode", "codex", "pi"],
          },
        },
      },
    },
  },
  decision: {
    type: "object",
    additionalProperties: false,
    required: ["tool", "decision"],
    properties: {
      tool: { allOf: [{ $ref: "#/definitions/text" }], description: "The tool that is called." },
      input: { description: "The call's arguments.", type: "object" },
      decision: { description: "What the filter must say.", enum: ["allow", "deny"] },
      rule: { allOf: [{ $ref: "#/definitions/text" }], description: "The rule that must have decided." },
    },
  },
} as const;
