import type { ExpectedRequest, SessionCase } from "./session-case.ts";

/** What a session of it does, and what is then known of its requests. */
type Session = {
  readonly does: string;
  readonly model: string;
  readonly script: object;
  /** Arguments of each process, in turn. */
  readonly processes: readonly string[];
  readonly requests: readonly ExpectedRequest[];
};

const id = "5f0c2a6e-0000-4000-8000-000000000001";
const first = `--session-id ${id} "Read notes.md, then fork."`;

const fork = (at: number, input: object = {}): object => ({
  Agent: { description: `check ${at}`, prompt: `Check note ${at}.`, subagent_type: "fork", ...input },
});
const wait = { run_in_background: false };
const forkLane = (at: number): object => ({
  when: { contains: `Check note ${at}.` },
  turns: [{ text: `Note ${at} still holds.` }],
});

const asked: ExpectedRequest = {
  name: "first request",
  says: "Read notes.md, then fork.",
  continues: null,
  relation: "root",
  verdict: "not-comparable",
  causes: [],
};

/** Its breakpoint moves, a lone text becomes a string behind it, and the fork's billing block names a subagent. */
function keeps(name: string, relation: "turn" | "branch", continues: string, says: string): ExpectedRequest {
  return { name, says, continues, relation, verdict: "rendered-identical", causes: [] };
}

const read = keeps("tool turn", "turn", "first request", "- ship it");

/** A fork while the parent waits; then the session is resumed, forked, and resumed once more. */
const sessions: readonly Session[] = [
  ...["claude-sonnet-4-5", "claude-opus-4-8"].map((model) => ({
    does: "waits for a fork, resume, forked session",
    model,
    script: {
      parent: [
        { call: { Read: { file_path: "notes.md" } } },
        { call: fork(1, wait) },
        { text: "All is done." },
        { text: "Nothing new." },
        { text: "The same." },
      ],
      fork: forkLane(1),
      "fork[2]": { when: { contains: "In another session: summarise." }, turns: [{ text: "One note." }] },
    },
    processes: [
      first,
      `--resume ${id} "Anything new?"`,
      `--resume ${id} --fork-session "In another session: summarise."`,
      `--resume ${id} "And now?"`,
    ],
    requests: [
      asked,
      read,
      keeps("fork", "branch", "tool turn", "Check note 1."),
      keeps("next turn", "turn", "tool turn", "Note 1 still holds."),
      keeps("resumed", "turn", "next turn", "Anything new?"),
      keeps("forked session", "branch", "resumed", "In another session: summarise."),
      keeps("resumed again", "turn", "resumed", "And now?"),
    ],
  })),
  {
    does: "waits for two forks at once",
    model: "claude-opus-5-5",
    script: {
      parent: [
        { call: { Read: { file_path: "notes.md" } } },
        { call: [fork(1, wait), fork(2, wait)] },
        { text: "All is done." },
      ],
      fork: forkLane(1),
      "fork[2]": forkLane(2),
    },
    processes: [first],
    requests: [
      asked,
      // A text that was a block while it was the last becomes a string: this model's cache distinguishes the two (claude-code#93490).
      { ...read, causes: ["CB408"] },
      keeps("fork 1", "branch", "tool turn", "Check note 1."),
      keeps("fork 2", "branch", "tool turn", "Check note 2."),
      keeps("next turn", "turn", "tool turn", "Note 2 still holds."),
    ],
  },
  {
    does: "goes on while its fork runs",
    model: "claude-sonnet-4-5",
    script: {
      parent: [
        { call: { Read: { file_path: "notes.md" } } },
        { call: fork(1) },
        { text: "The fork has started." },
        { text: "All is done." },
      ],
      fork: forkLane(1),
    },
    processes: [first],
    requests: [
      asked,
      read,
      keeps("fork", "branch", "tool turn", "Check note 1."),
      keeps("next turn", "turn", "tool turn", "agentId:"),
      keeps("notified", "turn", "next turn", "Note 1 still holds."),
    ],
  },
];

const binary = `@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`;

export const claudeCodeSessions: readonly SessionCase[] = sessions.map((session) => ({
  name: `claude-code, ${session.does}`,
  packages: ["@anthropic-ai/claude-code@2.1.330"],
  wire: `anthropic-messages, ${session.model}`,
  binary,
  script: () => session.script,
  files: ({ project }) => ({ [`${project}/notes.md`]: "- ship it\n" }),
  environment: {
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  },
  command: ({ installed }) => {
    const claude = `"${installed}/node_modules/${binary}" -p --model ${session.model} --allowedTools Read,Agent`;
    return session.processes.map((args) => `${claude} ${args}`).join(" && ");
  },
  requests: session.requests,
}));
