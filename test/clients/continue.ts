import type { ExpectedRequest, SessionCase } from "./session-case.ts";

/** It marks the texts among the user's last two messages. A request of a resumed session and one of a forked session look alike. */
function keeps(name: string, relation: "turn" | "branch", continues: string, says: string): ExpectedRequest {
  return { name, says, continues, relation, verdict: "byte-identical", causes: [] };
}

const config = `name: recorded
version: 1.0.0
schema: v1
models:
  - name: mocked
    provider: anthropic
    model: claude-sonnet-4-5
    apiKey: mocked
    apiBase: %s/v1/
    roles: [chat]
`;

/** A session that is resumed, and then forked twice. */
export const continueSession: SessionCase = {
  name: "continue",
  packages: ["@continuedev/cli@1.5.47"],
  wire: "anthropic-messages",
  binary: null,
  script: () => ({
    parent: [
      { call: { Read: { filepath: "notes.md" } } },
      { text: "One note." },
      { text: "Nothing new." },
      { text: "In short, one note." },
    ],
    fork: { when: { contains: "In another session: count." }, turns: [{ text: "One." }] },
  }),
  files: ({ home, project }) => ({
    [`${home}/config.template`]: config,
    [`${project}/notes.md`]: "- ship it\n",
  }),
  environment: { CONTINUE_TELEMETRY_ENABLED: "0" },
  command: ({ installed, home, node }) => {
    const cn = `"${node}" "${installed}/node_modules/@continuedev/cli/dist/cn.js" -p --auto --config "${home}/config.yaml"`;
    return [
      `export CONTINUE_GLOBAL_DIR="${home}/continue"`,
      `sed "s|%s|$ANTHROPIC_BASE_URL|" "${home}/config.template" > "${home}/config.yaml"`,
      `${cn} "Read notes.md."`,
      `id=$(ls "${home}/continue/sessions" | grep -v '^sessions' | sed 's/.json$//')`,
      `${cn} --resume "Anything new?"`,
      `${cn} --fork "$id" "In another session: summarise."`,
      `${cn} --fork "$id" "In another session: count."`,
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
    keeps("tool turn", "turn", "first request", "- ship it"),
    // The result counts as the user's message too, so the mark on the first text is gone.
    { ...keeps("resumed", "turn", "tool turn", "Anything new?"), verdict: "rendered-identical" },
    // Nothing in it says that it is another session: the first to continue a request counts as its turn.
    keeps("forked session", "turn", "resumed", "In another session: summarise."),
    // The bytes could as well be those of a fork of the session before, without its last exchange. The script's lane settles it.
    keeps("forked once more", "branch", "resumed", "In another session: count."),
  ],
};
