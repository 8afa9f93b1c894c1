import type { ClientCase } from "./client-case.ts";

/** One of the wires that it speaks, and the words that select it. */
type Wire = {
  readonly wire: string;
  readonly authType: string;
  readonly environment: Readonly<Record<string, string>>;
  /** How a turn that only goes on compares: marks move on one wire, and nothing on the others. */
  readonly turn: "rendered-identical" | "byte-identical";
  /** The text in which a resumed session first differs. */
  readonly resumedAt: string;
};

const wires: readonly Wire[] = [
  {
    wire: "anthropic-messages",
    authType: "anthropic",
    environment: { ANTHROPIC_MODEL: "claude-sonnet-4-5" },
    turn: "rendered-identical",
    resumedAt: "/messages/0/content/3",
  },
  {
    wire: "openai-chat",
    authType: "openai",
    environment: { OPENAI_API_KEY: "mocked", OPENAI_MODEL: "gpt-5.5" },
    turn: "byte-identical",
    resumedAt: "/messages/1/content/3",
  },
  {
    wire: "openai-responses",
    authType: "openai-responses",
    environment: { OPENAI_API_KEY: "mocked", OPENAI_MODEL: "gpt-5.5" },
    turn: "byte-identical",
    resumedAt: "/input/0/content/3",
  },
  {
    wire: "gemini-generate",
    authType: "gemini",
    environment: { GEMINI_API_KEY: "mocked", GEMINI_MODEL: "gemini-2.5-pro" },
    turn: "byte-identical",
    resumedAt: "/contents/0/parts/3",
  },
];

/** Its fork is a tool call; the child loses the tools that it may not use, and a resumed session a reminder. */
export const qwenClients: readonly ClientCase[] = wires.map(({ wire, authType, environment, turn, resumedAt }) => ({
  name: "qwen-code",
  packages: ["@qwen-code/qwen-code@0.24.4"],
  wire,
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
  environment: { QWEN_CODE_SUPPRESS_YOLO_WARNING: "1", ...environment },
  command: ({ installed, node }) => {
    const qwen = `"${node}" "${installed}/node_modules/@qwen-code/qwen-code/cli-entry.js" --auth-type ${authType} -y -o text`;
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
      expected: { verdict: turn, causes: [] },
    },
    {
      pair: "resumed session",
      parent: ["parent", 4],
      child: ["fork[2]", 1],
      expected: { verdict: "diverged", causes: ["CB407"], pointer: resumedAt },
    },
  ],
}));
