import type { CommandSpec, OptionSpec } from "./commands.ts";

/** Shared by the commands that print an inspection. */
export const failOnBreakOption: OptionSpec = {
  name: "fail-on-break",
  value: null,
  description:
    "exit 1 if the client broke a cached prefix, or may have; a pause or a switch of model on the main line, a compaction and an entry that the provider dropped do not count",
};

/** `inspect` as data. */
export const inspectSpec: CommandSpec = {
  name: "inspect",
  summary: "who continues whom in a recording, with verdicts, usage and findings",
  positional: {
    name: "source",
    count: "one",
    description: "a cassette folder or a traffic file (the format is detected)",
  },
  options: [
    { name: "provider", value: "NAME", description: "whose cache rules apply; by default told from the request" },
    { name: "rules", value: "FILE", description: "a JSON file of cache rules that differ from ours" },
    { name: "strict", value: null, description: "fail where a model has no rules of its own" },
    {
      name: "parent-of",
      value: "CHILD=PARENT",
      description: "take exchange PARENT for the parent of CHILD, both by id; may be given again",
    },
    {
      name: "save",
      value: null,
      description:
        "write the parents that --parent-of names to cassette.yaml, as forkOf; without it no file is changed",
    },
    failOnBreakOption,
  ],
  examples: [
    "forkproof inspect traffic.jsonl",
    "forkproof inspect fixtures/cassettes/my-agent --parent-of 9=7 --save",
    "forkproof inspect fixtures/cassettes/my-agent --fail-on-break",
  ],
  exitCodes: [
    ["0", "inspected, whatever was found; with --fail-on-break: no break of ours and no possible break"],
    ["1", "with --fail-on-break: a break, a possible break, a request that cannot be judged, or nothing compared"],
    ["2", "wrong usage, such as a parent that cannot be one; fewer than two requests that can be compared"],
    ["3", "the recording cannot be read; with --fail-on-break: one of its bodies cannot be read"],
  ],
  load: async () => (await import("./commands/inspect-command.ts")).inspectCommand,
};
