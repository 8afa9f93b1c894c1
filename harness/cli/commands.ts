import type { Command } from "./command.ts";
import { inspectSpec } from "./inspect-spec.ts";
import { recordSpec } from "./record-spec.ts";
import { runOptions } from "./run-option-specs.ts";
import { serveSpec } from "./serve-spec.ts";

/** One command as data: the parser, the help and the dispatcher read only this. */
export type CommandSpec = {
  readonly name: string;
  readonly summary: string;
  readonly positional: Positional | null;
  readonly options: readonly OptionSpec[];
  readonly examples: readonly string[];
  /** What its options do not say. */
  readonly notes?: readonly string[];
  /** What its exit codes mean, where that is more than the general table says. */
  readonly exitCodes: string | readonly ExitMeaning[] | null;
  /** Loaded on demand, so that no command pays for another's imports. */
  readonly load: () => Promise<Command>;
};

export type ExitMeaning = readonly [code: string, meaning: string];

export type Positional = {
  readonly name: string;
  /** `the rest` is a command line of its own, behind `--`. */
  readonly count: "one" | "at most one" | "any" | "the rest";
  readonly description: string;
};

export type OptionSpec = {
  readonly name: string;
  /** Placeholder of its value; null for a switch. */
  readonly value: string | null;
  readonly description: string;
};

/** Every command takes these. */
export const commonOptions: readonly OptionSpec[] = [
  json("print one JSON document on stdout and nothing else"),
  { name: "help", value: null, description: "show this help" },
];

/** A command's own options, then those of every command that it does not word otherwise. */
export function optionsOf({ options }: CommandSpec): readonly OptionSpec[] {
  return [...options, ...commonOptions.filter(({ name }) => options.every((own) => own.name !== name))];
}

function json(description: string): OptionSpec {
  return { name: "json", value: null, description };
}

const source: Positional = {
  name: "source",
  count: "one",
  description: "a cassette folder or a traffic file (the format is detected)",
};

const anyScenarios: Positional = {
  name: "paths",
  count: "any",
  description: "scenario files and folders of them; by default scenarios/",
};

export const commands: readonly CommandSpec[] = [
  {
    name: "run",
    summary: "run scenarios and report; the result also goes to reports/latest.json",
    positional: anyScenarios,
    options: runOptions,
    examples: ["forkproof run", "forkproof run scenarios/smoke --tag anthropic --max-warnings 0"],
    exitCodes: null,
    load: async () => (await import("./commands/run/run-command.ts")).runCommand,
  },
  {
    name: "validate",
    summary: "check scenarios and their cassettes against the schemas, without running",
    positional: anyScenarios,
    options: [],
    examples: ["forkproof validate scenarios"],
    exitCodes: null,
    load: async () => (await import("./commands/validate-command.ts")).validateCommand,
  },
  {
    name: "judge",
    summary: "the verdict on a pair of recorded requests",
    positional: { ...source, count: "at most one" },
    options: [
      {
        name: "parent",
        value: "ID",
        description: "the parent's request; by default the last but one of the main line",
      },
      {
        name: "child",
        value: "ID",
        description: "the request that continues it; by default the last of the main line",
      },
      { name: "at", value: "POINTER", description: "JSON pointer in the parent from where the two may differ" },
      { name: "provider", value: "NAME", description: "whose cache rules apply; by default told from the request" },
      { name: "rules", value: "FILE", description: "a JSON file of cache rules that differ from ours" },
      { name: "strict", value: null, description: "fail where a model has no rules of its own" },
      { name: "batch", value: "FILE", description: 'judge many pairs: a line {"source","parent","child"} for each' },
      { name: "show-text", value: null, description: "leave credentials in excerpts and findings as they are" },
      json("print one JSON document on stdout, with --batch one a line, and nothing else"),
    ],
    examples: [
      "forkproof judge traffic.jsonl --parent 3 --child 5",
      "forkproof judge --batch pairs.jsonl --json > judgements.jsonl",
    ],
    exitCodes:
      "0 no loss, 1 a finding is a cause or makes the request invalid, 2 not comparable or wrong usage, 3 the recording or one of the two bodies cannot be read",
    load: async () => (await import("./commands/judge/judge-command.ts")).judgeCommand,
  },
  inspectSpec,
  {
    name: "simulate",
    summary: "what the cache models predict for a recording, beside what the providers reported",
    positional: source,
    options: [
      { name: "provider", value: "NAME", description: "whose cache rules apply; by default told from the request" },
      { name: "rules", value: "FILE", description: "a JSON file of cache rules that differ from ours" },
      { name: "strict", value: null, description: "fail where a model has no rules of its own" },
      { name: "uncalibrated", value: null, description: "use estimated lengths alone, not the recorded totals" },
      {
        name: "mode",
        value: "upper|lag",
        description: "upper (default): all that could be read; lag: an entry is late by one request",
      },
    ],
    examples: ["forkproof simulate traffic.jsonl", "forkproof simulate fixtures/cassettes/coding-agent --json"],
    exitCodes: null,
    load: async () => (await import("./commands/simulate-command.ts")).simulateCommand,
  },
  {
    name: "explain",
    summary: "what a finding means, why it costs, how to fix it",
    positional: { name: "code", count: "at most one", description: "a code or its slug; all are listed without one" },
    options: [],
    examples: ["forkproof explain CB202", "forkproof explain tool-removed"],
    exitCodes: null,
    load: async () => (await import("./commands/explain-command.ts")).explainCommand,
  },
  {
    name: "filter",
    summary: "what the filter of a memory fork says to tool calls, one JSON object a line in and out",
    positional: {
      name: "file",
      count: "at most one",
      description: 'lines {"tool":…,"input":{…}}; standard input by default',
    },
    options: [
      { name: "memory-dir", value: "FOLDER", description: "the one folder that the fork may write" },
      { name: "client", value: "NAME", description: "whose names the tools go by, such as qwen-code or codex" },
      json("changes nothing: a JSON object a line is what this command prints"),
    ],
    examples: ["forkproof filter --memory-dir ./memory calls.jsonl > decisions.jsonl"],
    exitCodes: "0 all decided, allowed or denied, 2 a line that is no tool call",
    load: async () => (await import("./commands/filter-command.ts")).filterCommand,
  },
  recordSpec,
  serveSpec,
  {
    name: "import",
    summary: "turn a recording in another format into a cassette, and say what it is worth",
    positional: {
      name: "file",
      count: "one",
      description:
        "a traffic file, HAR, PollyJS, vcrpy, go-vcr, http-recorder, claude-trace, Claude Code session, Codex rollout, LiteLLM log, batch file or OTLP spans (the format is detected)",
    },
    options: [
      {
        name: "redact",
        value: null,
        description: "mask credentials, lengths kept and alike wherever they stand, instead of refusing the file",
      },
      { name: "out", value: "FOLDER", description: "the cassette's folder; by default fixtures/cassettes/<file name>" },
    ],
    examples: ["forkproof import traffic.jsonl --out fixtures/cassettes/coding-agent"],
    exitCodes: null,
    load: async () => (await import("./commands/import-command.ts")).importCommand,
  },
  {
    name: "ps",
    summary: "the recorded forks of an agent: running, finished, and lost with their process",
    positional: { name: "show ID", count: "any", description: "one run with its transcript; all are listed without" },
    options: [
      { name: "folder", value: "FOLDER", description: "where the agent keeps its records; by default .forkproof" },
    ],
    examples: ["forkproof ps", "forkproof ps show 0b6e1c1e-7f0e-4a51-9d3c-4c1f6d3a2b10 --json"],
    exitCodes: null,
    load: async () => (await import("./commands/ps-command.ts")).psCommand,
  },
];
