import type { CommandSpec } from "../command-spec.ts";
import {
  failOnBreakOptionSpec,
  providerOptionSpec,
  rulesOptionSpec,
  unknownModelOptionSpec,
} from "./shared-option-specs.ts";

/** `inspect` as data. */
export const inspectSpec: CommandSpec = {
  name: "inspect",
  summary: "show which request continues which in a recording, with verdicts, usage and findings",
  positional: {
    name: "source",
    count: "one",
    description: "a cassette folder or a traffic file (the format is detected)",
  },
  options: [
    providerOptionSpec,
    rulesOptionSpec,
    unknownModelOptionSpec,
    {
      name: "parent-of",
      repeats: true,
      value: "CHILD=PARENT",
      description: "treat exchange PARENT as the parent of CHILD, both by id; repeatable",
    },
    {
      name: "save",
      value: null,
      description: "write the parents that --parent-of names to cassette.yaml, as forkOf",
    },
    failOnBreakOptionSpec,
  ],
  examples: [
    "forkproof inspect traffic.jsonl",
    "forkproof inspect fixtures/cassettes/my-agent --parent-of 9=7 --save",
    "forkproof inspect fixtures/cassettes/my-agent --fail-on-break",
  ],
  exitCodes: [
    ["0", "the recording was inspected; with --fail-on-break: the client broke nothing"],
    ["1", "with --fail-on-break: a break, a possible break, a request that cannot be judged, or nothing compared"],
    ["2", "wrong usage, such as an impossible parent; or fewer than two comparable requests"],
    ["3", "cannot read the recording; with --fail-on-break: cannot read one of its bodies"],
  ],
  load: async () => (await import("../commands/inspect-command.ts")).inspectCommand,
};
