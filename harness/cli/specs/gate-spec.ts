import type { CommandSpec } from "../command-spec.ts";
import { clientOptions } from "./client-option-specs.ts";
import { reporterOptionSpec, verboseOptionSpec } from "./reporter-option-specs.ts";
import { boundOptions } from "./run-option-specs.ts";
import { providerOptionSpec, rulesOptionSpec } from "./shared-option-specs.ts";

/** `gate` as data. */
export const gateSpec: CommandSpec = {
  name: "gate",
  summary: "run a command through a recording proxy and fail if a turn or fork breaks its cached prefix",
  positional: { name: "command", count: "the rest", description: "the command line, after --, such as npm test" },
  options: [
    {
      name: "config",
      value: "FILE",
      description: "the settings: accepted breaks and the smallest number of pairs; by default gate.yaml if it exists",
    },
    ...clientOptions,
    providerOptionSpec,
    rulesOptionSpec,
    ...boundOptions,
    reporterOptionSpec,
    verboseOptionSpec,
    { name: "report", value: "FILE", description: "write the result here instead of reports/gate.json" },
    { name: "out", value: "FOLDER", description: "keep the traffic as a cassette, with credentials masked" },
  ],
  examples: [
    "forkproof gate --mock answers.yaml -- npm test",
    "forkproof gate --upstream http://127.0.0.1:4010 -- npm test",
  ],
  exitCodes: [
    ["0", "the command succeeded, and every turn and fork kept its prefix"],
    ["1", "a break or a possible one, a request that cannot be judged, too few pairs, or the command failed"],
    ["2", "wrong usage, wrong settings, or the command cannot be started"],
    ["3", "infrastructure: forkproof lost a request, or cannot write the report or --out"],
    ["130", "interrupted by SIGINT, SIGTERM or SIGHUP"],
  ],
  load: async () => (await import("../commands/gate/gate-command.ts")).gateCommand,
};
