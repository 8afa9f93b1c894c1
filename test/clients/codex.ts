import type { ClientCase, KnownPair } from "./client-case.ts";
import { codexLogin } from "./codex-login.ts";
import { serveResponsesSocket } from "./serve-responses-socket.ts";

/** What its models can do is written into it: the newer ones take tools as an input item and spawn agents by default. */
type Codex = {
  readonly name: string;
  readonly model: string;
  readonly preset: "codex" | "codex-websocket" | "codex-login";
  /** Settings of this run. */
  readonly settings: readonly string[];
  /** The call by which the model forks, and what else the parent then says. */
  readonly script: Readonly<Record<string, readonly unknown[]>>;
  /** A second process, after the first: resumes or forks the session. */
  readonly second: string | null;
  readonly pairs: readonly KnownPair[];
};

const task = "Inspect the notes and report.";
/** In the parent it stands in the arguments of a call, whose quotes are escaped. */
const asked = /(?<!\\")Inspect the notes and report\./;
const spawn = (input: object): object => ({ call: { spawn_agent: input } });
const forkAll = spawn({ task_name: "inspect", message: task, fork_turns: "all" });
const wait = { call: { wait_agent: { timeout_ms: 10_000 } } };

const newer: Codex["script"] = {
  parent: [
    { call: { exec: { input: 'text(await tools.exec_command({cmd: "cat notes.md"}));' } } },
    forkAll,
    wait,
    { text: "All is done." },
  ],
  fork: [{ text: "One note: ship it." }],
};

function codex({ name, model, preset, settings, script, second, pairs }: Codex): ClientCase {
  return {
    name,
    packages: ["@openai/codex@0.169.0"],
    wire: preset === "codex-websocket" ? "openai-responses, WebSocket" : "openai-responses",
    preset,
    ...(preset === "codex-websocket" && { serve: serveResponsesSocket }),
    ...(preset === "codex-login" && { loginPath: "/backend-api/codex" }),
    script: () => script,
    // Its members come in another order each time.
    madeUp: /"client_metadata":.*$/s,
    // The parent says the task in its call alone; the fork gets it as a message besides.
    laneOf: (body) => (second === null ? (asked.test(body) ? "fork" : "parent") : null),
    files: ({ home, project }) => ({
      [`${home}/.codex/config.toml`]: codexConfig,
      ...(preset === "codex-login" && { [`${home}/.codex/auth.json`]: codexLogin() }),
      [`${project}/notes.md`]: "- ship it\n",
    }),
    environment: preset === "codex-login" ? {} : { OPENAI_API_KEY: "mocked" },
    command: ({ installed, home, node }) => {
      const run = `"${node}" "${installed}/node_modules/@openai/codex/bin/codex.js"`;
      const flags = [`--skip-git-repo-check -m ${model}`, ...settings.map((setting) => `-c '${setting}'`)].join(" ");
      const first = `${run} exec ${flags} "$@" "Read notes.md, then have it inspected."`;
      const id = `id=$(ls "${home}"/.codex/sessions/*/*/*/rollout-*.jsonl | head -1 | sed 's/.*rollout-.\\{20\\}//; s/.jsonl//')`;
      return second === null ? first : `${first} && ${id} && ${run} exec ${flags} "$@" ${second}`;
    },
    pairs,
    transcripts: { file: /sessions\/.*rollout-[^/]*\.jsonl$/, format: "Codex rollout" },
  };
}

/** Settings under which it neither asks anybody nor phones home. */
export const codexConfig = `approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false
[analytics]
enabled = false
[otel]
exporter = "none"
[features]
apps = false
plugins = false
`;

const older: Codex["script"] = {
  parent: [{ call: { exec_command: { cmd: "cat notes.md" } } }, forkAll, wait, { text: "All is done." }],
  fork: [{ text: "One note: ship it." }],
};

const plain: Codex["script"] = {
  parent: [
    { call: { exec: { input: 'text(await tools.exec_command({cmd: "cat notes.md"}));' } } },
    { text: "One note." },
  ],
  fork: [{ text: "From the forked session." }],
};

export const codexClients: readonly ClientCase[] = [
  codex({
    name: "codex",
    model: "gpt-6.1-sol",
    preset: "codex",
    settings: [],
    script: newer,
    second: null,
    pairs: [
      { pair: "fork", parent: ["parent", 2], child: ["fork", 1], expected: { verdict: "byte-identical", causes: [] } },
      {
        pair: "next turn",
        parent: ["parent", 2],
        child: ["parent", 3],
        expected: { verdict: "byte-identical", causes: [] },
      },
    ],
  }),
  codex({
    name: "codex, ChatGPT login",
    model: "gpt-6.1-sol",
    preset: "codex-login",
    settings: [],
    script: newer,
    second: null,
    pairs: [
      { pair: "fork", parent: ["parent", 2], child: ["fork", 1], expected: { verdict: "byte-identical", causes: [] } },
    ],
  }),
  codex({
    name: "codex, preserve_fork_prefix=false",
    model: "gpt-6.1-sol",
    preset: "codex",
    settings: ["features.multi_agent_v2={enabled=true,preserve_fork_prefix=false}"],
    script: newer,
    second: null,
    pairs: [
      {
        pair: "fork",
        parent: ["parent", 2],
        child: ["fork", 1],
        // A developer item among those at the head of the input: system prompt.
        expected: { verdict: "diverged", causes: ["CB301"], pointer: "/input/3/content/0" },
      },
    ],
  }),
  codex({
    name: "codex, multi_agent_v2 on gpt-5.5",
    model: "gpt-5.5",
    preset: "codex",
    settings: ["features.multi_agent_v2=true"],
    script: older,
    second: null,
    pairs: [
      { pair: "fork", parent: ["parent", 2], child: ["fork", 1], expected: { verdict: "diverged", causes: ["CB202"] } },
    ],
  }),
  codex({
    name: "codex, WebSocket",
    model: "gpt-6.1-sol",
    preset: "codex-websocket",
    settings: [],
    script: newer,
    second: null,
    pairs: [
      {
        pair: "fork, rebuilt from its deltas",
        parent: ["parent", 2],
        child: ["fork", 1],
        expected: { verdict: "rendered-identical", causes: [] },
      },
    ],
  }),
  codex({
    name: "codex, session fork",
    model: "gpt-6.1-sol",
    preset: "codex",
    settings: [],
    script: plain,
    second: 'fork "$id" "In a fork: summarise."',
    pairs: [
      {
        pair: "session fork, another cache key",
        parent: ["parent", 2],
        child: ["fork", 1],
        expected: { verdict: "byte-identical", causes: ["CB601"] },
      },
    ],
  }),
];
