import type { SessionCase } from "./session-case.ts";

const settings = { provider: "anthropic", apiKey: "mocked", model: "claude-sonnet-4-5", baseUrl: "%s/v1" };
const providers = {
  version: 1,
  lastUsedProvider: "anthropic",
  modes: {},
  providers: { anthropic: { settings, updatedAt: "2026-11-01T00:00:00.000Z", tokenSource: "manual" } },
};

const platform = process.platform === "win32" ? "windows" : process.platform;

/** Its agent-as-a-tool is a fresh agent with a system prompt of its own. The parent waits for it and goes on. */
export const clineSession: SessionCase = {
  name: "cline",
  packages: ["cline@3.0.65"],
  wire: "anthropic-messages",
  binary: `@cline/cli-${platform}-${process.arch}/bin/cline`,
  script: ({ project }) => ({
    parent: [
      { call: { read_files: { files: [{ path: `${project}/notes.md` }] } } },
      { call: { spawn_agent: { systemPrompt: "You check notes.", task: "Check the note." } } },
      { text: "All is done." },
    ],
    fork: { when: { contains: "Check the note." }, turns: [{ text: "The note still holds." }] },
  }),
  files: ({ home, project }) => ({
    [`${home}/providers.template`]: JSON.stringify(providers),
    [`${project}/notes.md`]: "- ship it\n",
  }),
  environment: { CLINE_SESSION_BACKEND_MODE: "local" },
  command: ({ installed, home, node }) => {
    const folder = `${home}/.cline/data/settings`;
    return [
      `mkdir -p "${folder}"`,
      // It reads the provider's URL from its settings alone.
      `sed "s|%s|$ANTHROPIC_BASE_URL|" "${home}/providers.template" > "${folder}/providers.json"`,
      `"${node}" "${installed}/node_modules/cline/bin/cline" -P anthropic -m claude-sonnet-4-5 -k mocked "Read notes.md."`,
    ].join(" && ");
  },
  requests: [
    {
      name: "first request",
      says: "Read notes.md.",
      continues: null,
      relation: "root",
      verdict: "not-comparable",
      causes: [],
    },
    {
      name: "tool turn",
      says: "- ship it",
      continues: "first request",
      relation: "turn",
      verdict: "byte-identical",
      causes: [],
    },
    {
      name: "fresh agent",
      says: "Check the note.",
      continues: "tool turn",
      // By its bytes it would be fresh. The script calls it a fork.
      relation: "branch",
      verdict: "diverged",
      // It declares other tools than its caller, without the web search that runs at the provider.
      causes: ["CB109"],
    },
    {
      name: "next turn",
      says: "The note still holds.",
      continues: "tool turn",
      relation: "turn",
      verdict: "byte-identical",
      // Its breakpoint stays on the user's first message, so the results behind it are paid for again with each turn.
      causes: ["CB504"],
    },
  ],
};
