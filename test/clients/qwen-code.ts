import type { ClientCase } from "./client-case.ts";

/** Its fork is a tool call; the child loses the tools that it may not use, and a resumed session a reminder. */
export const qwenCode: ClientCase = {
  name: "qwen-code",
  packages: ["@qwen-code/qwen-code@0.24.4"],
  wire: "anthropic-messages",
  preset: "qwen-code",
  script: ({ project }) => ({
    parent: [
      { call: { read_file: { file_path: `${project}/notes.md` } } },
      { call: { agent: { description: "check notes", prompt: "Summarise the notes.", subagent_type: "fork" } } },
      { text: "The fork has started." },
      { text: "All is done." },
    ],
    fork: [{ text: "One note: ship it." }],
    "fork[2]": [{ text: "Nothing new." }],
    // A resumed session ends with an agent that keeps memories.
    "fork[3]": [{ text: "Nothing to keep." }],
  }),
  files: ({ home, project }) => ({
    [`${home}/.qwen/settings.json`]: JSON.stringify({
      general: { disableAutoUpdate: true },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
    }),
    [`${project}/notes.md`]: "- ship it\n",
  }),
  environment: { QWEN_CODE_SUPPRESS_YOLO_WARNING: "1", ANTHROPIC_MODEL: "claude-sonnet-4-5" },
  command: ({ installed, node }) => {
    const qwen = `"${node}" "${installed}/node_modules/@qwen-code/qwen-code/cli-entry.js" --auth-type anthropic -y -o text`;
    return `${qwen} -p "Read notes.md, then fork." && ${qwen} -c -p "Anything new?"`;
  },
  pairs: [
    {
      pair: "fork",
      parent: ["parent", 2],
      child: ["fork", 1],
      expected: { verdict: "diverged", causes: ["CB202"] },
    },
    {
      pair: "next turn",
      parent: ["parent", 2],
      child: ["parent", 3],
      expected: { verdict: "rendered-identical", causes: [] },
    },
    {
      pair: "resumed session",
      parent: ["parent", 4],
      child: ["fork[2]", 1],
      expected: { verdict: "diverged", causes: ["CB407"] },
    },
  ],
};
