import type { CommandSpec } from "../command-spec.ts";
import { filterOptionSpecs } from "../sources/filter-option.ts";
import { incidentOptionSpec } from "../inspecting/incident-option.ts";
import { maxDamagedOptionSpec } from "../sources/max-damaged-option.ts";
import {
  failOnBreakOptionSpec,
  ownLogNote,
  pageOptionSpecs,
  providerOptionSpec,
  rulesOptionSpec,
  sourcesPositional,
  unknownModelOptionSpec,
} from "./shared-option-specs.ts";

/** `inspect` as data. */
export const inspectSpec: CommandSpec = {
  name: "inspect",
  summary: "show which request continues which in a recording, with verdicts, usage and findings",
  positional: sourcesPositional,
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
    {
      name: "all",
      value: null,
      description: "show every request as a tree; by default only if there are at most 20, otherwise their incidents",
    },
    incidentOptionSpec,
    {
      name: "by",
      value: "WHAT",
      description:
        "compare groups of requests: model, conversation, or header:NAME (a deploy shows itself in user-agent)",
    },
    {
      name: "follow",
      value: null,
      description: "print a line for each request that is appended to the file, until Ctrl-C; then its incidents",
    },
    ...pageOptionSpecs,
    {
      name: "jsonl",
      value: null,
      description: "print each request as a line of JSON as soon as it is judged, then a line for the recording",
    },
    {
      name: "blocks",
      value: null,
      description: "with --json: list the blocks of each request, with length, hash and state",
    },
    ...filterOptionSpecs,
    maxDamagedOptionSpec,
    failOnBreakOptionSpec,
  ],
  notes: [ownLogNote],
  examples: [
    "forkproof inspect traffic.jsonl",
    "forkproof inspect logs/ --since 2h --by header:user-agent",
    "forkproof inspect logs/ --incident 3",
    "zcat old/*.gz | forkproof inspect -",
    "forkproof inspect fixtures/cassettes/my-agent --parent-of 9=7 --save",
    "forkproof inspect fixtures/cassettes/my-agent --fail-on-break",
    "forkproof inspect logs/ --jsonl | head",
    "forkproof inspect traffic.jsonl --html report.html",
  ],
  exitCodes: [
    ["0", "the recording was inspected; with --fail-on-break: the client broke nothing"],
    [
      "1",
      "with --fail-on-break: a break, a possible break, a request that cannot be judged, nothing compared or nothing answered",
    ],
    ["2", "wrong usage, such as an impossible parent; or fewer than two comparable requests"],
    ["3", "cannot read the recording, or more of its lines than --max-damaged allows"],
  ],
  load: async () => (await import("../commands/inspect-command.ts")).inspectCommand,
};
