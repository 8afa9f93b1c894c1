import type { CommandSpec } from "../command-spec.ts";
import { mergeOptions } from "./run-option-specs.ts";

export const mergeSpec: CommandSpec = {
  name: "merge",
  summary:
    "join the results of `run --shard I/N` to the result of one run, or inspections of several recordings to one",
  positional: {
    name: "results",
    count: "any",
    description:
      "the results of all shards; or documents of `inspect --json`: their recordings must lie where they were, unchanged, and are read again; " +
      "inspections with --provider, --rules, --parent-of or a filter such as --since are refused",
  },
  options: mergeOptions,
  examples: [
    "forkproof merge shard-1.json shard-2.json shard-3.json --report reports/latest.json",
    "forkproof merge monday.json tuesday.json --json",
  ],
  exitCodes: null,
  load: async () => (await import("../commands/merge-command.ts")).mergeCommand,
};
