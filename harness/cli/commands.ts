import type { CommandSpec, Positional, OptionSpec } from "./command-spec.ts";
import { compareSpec } from "./specs/compare-spec.ts";
import { gateSpec } from "./specs/gate-spec.ts";
import { initSpec } from "./specs/init-spec.ts";
import { inspectSpec } from "./specs/inspect-spec.ts";
import { recordSpec } from "./specs/record-spec.ts";
import { mergeSpec } from "./specs/merge-spec.ts";
import { runOptions } from "./specs/run-option-specs.ts";
import { serveSpec } from "./specs/serve-spec.ts";
import { workerSpec } from "./specs/worker-spec.ts";
import { maxDamagedOptionSpec } from "./sources/max-damaged-option.ts";
import {
  ownLogNote,
  providerOptionSpec,
  rulesOptionSpec,
  sourcesPositional,
  unknownModelOptionSpec,
} from "./specs/shared-option-specs.ts";

/** Every command takes these. */
export const commonOptions: readonly OptionSpec[] = [
  json("print only one JSON document on stdout"),
  { name: "help", value: null, description: "show this help" },
];

/** A command's own options, then those of every command that it does not word otherwise. */
export function optionsOf({ options }: CommandSpec): readonly OptionSpec[] {
  return [...options, ...commonOptions.filter(({ name }) => options.every((own) => own.name !== name))];
}

function json(description: string): OptionSpec {
  return { name: "json", value: null, description };
}

const anyScenarios: Positional = {
  name: "paths",
  count: "any",
  description: "scenario files, or folders that hold them; by default scenarios/",
};

export const commands: readonly CommandSpec[] = [
  initSpec,
  {
    name: "run",
    summary: "run scenarios, print a report and write it to reports/latest.json",
    positional: anyScenarios,
    options: runOptions,
    examples: ["forkproof run", "forkproof run scenarios/smoke --tag anthropic --max-warnings 0"],
    exitCodes: null,
    reportsInterruption: true,
    load: async () => (await import("./commands/run/run-command.ts")).runCommand,
  },
  workerSpec,
  mergeSpec,
  compareSpec,
  {
    name: "validate",
    summary: "check scenarios and their cassettes against the schemas without running them",
    positional: anyScenarios,
    options: [],
    examples: ["forkproof validate scenarios"],
    exitCodes: null,
    load: async () => (await import("./commands/validate-command.ts")).validateCommand,
  },
  {
    name: "judge",
    summary: "judge a pair of recorded requests",
    positional: {
      ...sourcesPositional,
      count: "any",
      description: `${sourcesPositional.description}; or two JSON files, each the body of one request: the parent's, then the child's`,
    },
    options: [
      {
        name: "parent",
        value: "ID",
        description: "the parent request; by default the second to last of the main line",
      },
      {
        name: "child",
        value: "ID",
        description: "the child request; by default the last of the main line",
      },
      {
        name: "fork-point",
        value: "POINTER",
        description: "JSON pointer in the parent's body; behind it the two requests may differ",
        formerly: { name: "at" },
      },
      providerOptionSpec,
      rulesOptionSpec,
      unknownModelOptionSpec,
      { name: "batch", value: "FILE", description: 'judge many pairs: one line {"source","parent","child"} for each' },
      {
        name: "no-redact",
        value: null,
        description: "print credentials in excerpts and findings as they are",
        formerly: { name: "show-text" },
      },
      json("print only one JSON document on stdout; with --batch one per line"),
    ],
    examples: [
      "forkproof judge traffic.jsonl --parent 3 --child 5",
      "forkproof judge parent.json fork.json",
      "forkproof judge --batch pairs.jsonl --json > judgements.jsonl",
    ],
    exitCodes:
      "0 nothing lost; 1 a finding is a cause or makes the request invalid; 2 not comparable, or wrong usage; 3 cannot read the recording or one of the two bodies",
    load: async () => (await import("./commands/judge/judge-command.ts")).judgeCommand,
  },
  inspectSpec,
  {
    name: "simulate",
    summary: "compare the cache models' predictions for a recording with the reported usage",
    positional: sourcesPositional,
    options: [
      providerOptionSpec,
      rulesOptionSpec,
      unknownModelOptionSpec,
      {
        name: "estimates-only",
        value: null,
        description: "use estimated lengths, not the recorded totals",
        formerly: { name: "uncalibrated" },
      },
      {
        name: "timing",
        value: "best|delayed",
        description: "best (default): an entry can be read at once; delayed: one request later",
        formerly: { name: "mode", values: { upper: "best", lag: "delayed" } },
      },
      {
        name: "fix",
        value: "CODES",
        description: "the cost of the recording without these causes, such as CB302,CB501",
      },
      { name: "fix-all", value: null, description: "the same without any cause of the client" },
      {
        ...maxDamagedOptionSpec,
        description:
          "fail if more than this part of the lines cannot be read; by default 5 %. A named limit also rejects a compressed file that ends early, unless it is 100 %",
      },
    ],
    examples: ["forkproof simulate traffic.jsonl", "forkproof simulate traffic.jsonl --fix CB302"],
    exitCodes:
      "0 the recording was read, whatever was predicted; 2 wrong usage, or --fix changes nothing; 3 cannot read the recording",
    load: async () => (await import("./commands/simulate-command.ts")).simulateCommand,
  },
  {
    name: "explain",
    summary: "explain a finding: its meaning, its cost, its fix",
    positional: { name: "code", count: "at most one", description: "a code or its slug; without one, lists all codes" },
    options: [],
    examples: ["forkproof explain CB202", "forkproof explain tool-removed"],
    exitCodes: null,
    load: async () => (await import("./commands/explain-command.ts")).explainCommand,
  },
  {
    name: "filter",
    summary: "decide tool calls with the filter of a memory fork, one JSON object per line",
    positional: {
      name: "file",
      count: "at most one",
      description: 'lines {"tool":…,"input":{…}}; by default standard input',
    },
    options: [
      { name: "memory-dir", value: "FOLDER", description: "the only folder that the fork may write" },
      {
        name: "client",
        value: "NAME",
        description: "the client whose tool names are used, such as qwen-code or codex",
      },
      {
        name: "promise",
        value: "literal|bash|confined",
        description: "how commands are run: by any shell (literal, the default), by Bash, or by openShell in a sandbox",
      },
      json("accepted; this command always prints one JSON object per line"),
    ],
    examples: ["forkproof filter --memory-dir ./memory calls.jsonl > decisions.jsonl"],
    exitCodes: "0 every call was decided; 2 a line is not a tool call",
    load: async () => (await import("./commands/filter-command.ts")).filterCommand,
  },
  recordSpec,
  gateSpec,
  serveSpec,
  {
    name: "import",
    summary: "convert a recording from another format into a cassette, and report what it can show",
    positional: {
      name: "file",
      count: "one",
      description:
        "a traffic file, HAR, PollyJS, vcrpy, go-vcr, http-recorder, claude-tap, claude-trace, Claude Code session, Codex rollout, ccusage session, LiteLLM log, batch file or OTLP spans (the format is detected)",
    },
    options: [
      {
        name: "redact",
        value: null,
        description: "mask credentials instead of refusing the file; lengths stay, and equal values stay equal",
      },
      {
        name: "out",
        value: "FOLDER",
        description: "write the cassette to this folder; by default fixtures/cassettes/<file name>",
      },
      { name: "force", value: null, description: "replace the cassette that the folder holds" },
    ],
    notes: [
      "A folder that Claude Code fills (OTEL_LOG_RAW_API_BODIES=file:FOLDER) is read as a recording, too. mitmproxy writes a HAR file of its flows: mitmdump -nr flows.mitm --set hardump=flows.har. Proxyman and Charles export HAR files.",
      ownLogNote,
    ],
    examples: ["forkproof import traffic.jsonl --out fixtures/cassettes/coding-agent"],
    exitCodes: "0 every exchange was read; 3 some could not be read, and the others are in the cassette",
    load: async () => (await import("./commands/import-command.ts")).importCommand,
  },
  {
    name: "ps",
    summary: "list an agent's recorded forks: running, finished, or lost with their process",
    positional: {
      name: "show ID",
      count: "any",
      description: "one run with its transcript; without it, lists all runs",
    },
    options: [
      { name: "folder", value: "FOLDER", description: "the folder with the agent's records; by default .forkproof" },
    ],
    examples: ["forkproof ps", "forkproof ps show 0b6e1c1e-7f0e-4a51-9d3c-4c1f6d3a2b10 --json"],
    exitCodes: null,
    load: async () => (await import("./commands/ps-command.ts")).psCommand,
  },
];
