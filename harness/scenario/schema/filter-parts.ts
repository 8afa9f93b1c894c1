/** Parts of the schema for filters and their decisions. */
export const filterParts = {
  filter: {
    title: "a filter or a list of filters",
    description:
      "Decides which tool calls of the fork may run. In a list, all filters must allow a call. By default every call is allowed.",
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
        description: "Allows reading everything and writing one folder, for a fork that keeps an agent's memory.",
        type: "object",
        additionalProperties: false,
        required: ["memoryDir"],
        properties: {
          memoryDir: {
            title: "the path of a folder",
            description: "The folder that may be written; relative to this file or to `fixtures/`.",
            type: "string",
            minLength: 1,
          },
          client: {
            title: "a client's name",
            description: "The client whose tool names are used. By default the canonical names and Claude Code's.",
            enum: ["canonical", "claude-code", "qwen-code", "gemini-cli", "opencode", "codex", "pi"],
          },
          promise: {
            title: "a promise on how commands are run",
            description:
              "How the text of an allowed command is run: by an unknown shell (`literal`, the default), by Bash, or confined by `openShell`.",
            enum: ["literal", "bash", "confined"],
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
      tool: { allOf: [{ $ref: "#/definitions/text" }], description: "The name of the called tool." },
      input: { description: "The call's arguments.", type: "object" },
      decision: { description: "The decision that the filter must make.", enum: ["allow", "deny"] },
      rule: { allOf: [{ $ref: "#/definitions/text" }], description: "The rule that must make the decision." },
    },
  },
} as const;
