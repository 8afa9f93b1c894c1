import type { ClientCase } from "./client-case.ts";

/** Forks a session file; both the fork and the resumed original keep the prefix. */
export const pi: ClientCase = {
  name: "pi",
  packages: ["@mariozechner/pi-coding-agent@0.73.1"],
  wire: "anthropic-messages",
  preset: "pi",
  script: () => ({
    parent: [{ call: { read: { path: "notes.md" } } }, { text: "One note." }],
    fork: [{ text: "From the fork." }],
    "fork[2]": [{ text: "From the original." }],
  }),
  files: ({ project }) => ({ [`${project}/notes.md`]: "- ship it\n" }),
  environment: { PI_OFFLINE: "1", PI_TELEMETRY: "0", PI_SKIP_VERSION_CHECK: "1" },
  command: ({ installed, home, node }) => {
    const cli = `${installed}/node_modules/@mariozechner/pi-coding-agent/dist/cli.js`;
    const pi = `"${node}" "${cli}" -p --model anthropic/claude-sonnet-4-5 --session-dir "${home}/sessions"`;
    return [
      `${pi} "Read notes.md." "$@"`,
      `original=$(ls -d "${home}"/sessions/*.jsonl)`,
      `${pi} --fork "$original" "In a fork: summarise." "$@"`,
      `${pi} --session "$original" "Go on." "$@"`,
    ].join(" && ");
  },
  pairs: [
    {
      pair: "session fork",
      parent: ["parent", 2],
      child: ["fork", 1],
      expected: { verdict: "rendered-identical", causes: [] },
    },
    {
      pair: "resumed session",
      parent: ["parent", 2],
      child: ["fork[2]", 1],
      expected: { verdict: "rendered-identical", causes: [] },
    },
  ],
};
