import type { ClientCase } from "./client-case.ts";

/** One of the wires that it speaks: which model asks for it, and what a fork of a session loses there. */
type Wire = {
  readonly wire: string;
  readonly model: string;
  readonly preset: "pi" | null;
  readonly verdict: "rendered-identical" | "byte-identical";
  readonly forkCauses: readonly string[];
};

const wires: readonly Wire[] = [
  {
    wire: "anthropic-messages",
    model: "anthropic/claude-sonnet-4-5",
    preset: "pi",
    verdict: "rendered-identical",
    forkCauses: [],
  },
  { wire: "openai-responses", model: "openai/gpt-5.5", preset: "pi", verdict: "byte-identical", forkCauses: ["CB601"] },
  // No provider of its own speaks it: one is written into its settings.
  { wire: "openai-chat", model: "local/gpt-5.5", preset: null, verdict: "byte-identical", forkCauses: [] },
];

/** Forks a session file; both the fork and the resumed original keep the prefix. */
export const piClients: readonly ClientCase[] = wires.map(({ wire, model, preset, verdict, forkCauses }) => ({
  name: "pi",
  packages: ["@mariozechner/pi-coding-agent@0.73.1"],
  wire,
  preset,
  script: () => ({
    parent: [{ call: { read: { path: "notes.md" } } }, { text: "One note." }],
    fork: [{ text: "From the fork." }],
    "fork[2]": [{ text: "From the original." }],
  }),
  files: ({ project }) => ({ [`${project}/notes.md`]: "- ship it\n" }),
  environment: { PI_OFFLINE: "1", PI_TELEMETRY: "0", PI_SKIP_VERSION_CHECK: "1", OPENAI_API_KEY: "mocked" },
  command: ({ installed, home, node }) => {
    const cli = `${installed}/node_modules/@mariozechner/pi-coding-agent/dist/cli.js`;
    const pi = `"${node}" "${cli}" -p --model ${model} --session-dir "${home}/sessions"`;
    return [
      ...(preset === null
        ? [`mkdir -p "${home}/.pi/agent"`, `printf '${models}' "$OPENAI_BASE_URL" > "${home}/.pi/agent/models.json"`]
        : []),
      `${pi} "Read notes.md." "$@"`,
      `original=$(ls -d "${home}"/sessions/*.jsonl)`,
      `${pi} --fork "$original" "In a fork: summarise." "$@"`,
      `${pi} --session "$original" "Go on." "$@"`,
    ].join(" && ");
  },
  pairs: [
    {
      pair: forkCauses.length === 0 ? "session fork" : "session fork, another cache key",
      parent: ["parent", 2],
      child: ["fork", 1],
      expected: { verdict, causes: forkCauses },
    },
    { pair: "resumed session", parent: ["parent", 2], child: ["fork[2]", 1], expected: { verdict, causes: [] } },
  ],
}));

const provider = { baseUrl: "%s", api: "openai-completions", apiKey: "mocked", models: [{ id: "gpt-5.5" }] };
const models = JSON.stringify({ providers: { local: provider } });
