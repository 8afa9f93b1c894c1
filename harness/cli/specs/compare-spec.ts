import type { CommandSpec } from "../command-spec.ts";
import { maxDamagedOptionSpec } from "../sources/max-damaged-option.ts";

export const compareSpec: CommandSpec = {
  name: "compare",
  summary: "show the regressions and improvements between two results, baselines or recordings",
  positional: { name: "files", count: "any", description: "the older file, then the newer one" },
  options: [
    {
      ...maxDamagedOptionSpec,
      description: "of recordings: fail if more than this part of the lines cannot be read; by default 0 %",
    },
    {
      name: "allow-fewer",
      value: null,
      description: "of recordings: pass although the newer one lacks requests of the older one",
    },
    {
      name: "fail-on-usage",
      value: null,
      description:
        "of recordings: exit 1 also if ratio or cost became worse by the provider or by pauses, and not by what the client sent",
    },
  ],
  examples: [
    "forkproof compare scenarios/baseline.jsonl reports/latest.json",
    "forkproof compare before.jsonl after.jsonl",
  ],
  exitCodes: [
    ["0", "nothing became worse by what the client sent"],
    ["1", "something became worse, requests of the older recording vanished, or no job is in both files"],
    ["2", "wrong usage, or two recordings that share no conversation"],
    ["3", "cannot read a recording, or more of its lines than --max-damaged allows"],
  ],
  load: async () => (await import("../commands/compare-command.ts")).compareCommand,
};
