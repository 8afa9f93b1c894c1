import type { CommandSpec } from "../command-spec.ts";
import { clientOptions } from "./client-option-specs.ts";
import { forwardOptions } from "./forward-option-specs.ts";
import { failOnBreakOptionSpec, pageOptionSpecs } from "./shared-option-specs.ts";

/** `record` as data. */
export const recordSpec: CommandSpec = {
  name: "record",
  summary: "run a client through a recording proxy on loopback, write a cassette and inspect it",
  positional: {
    name: "command",
    count: "the rest",
    description: "the client's command line, after --",
    unless: ["recover", "remove"],
  },
  subcommand: {
    name: "ca",
    description:
      "show the certificate authority of --forward, or delete it with --remove; to run a program of this name, write record -- ca",
  },
  options: [
    ...clientOptions,
    ...forwardOptions,
    {
      name: "redact",
      value: null,
      description: "mask credentials instead of refusing the session; lengths stay, and equal values stay equal",
    },
    {
      name: "out",
      value: "FOLDER",
      description: "write the cassette to this folder; by default fixtures/cassettes/<command>",
    },
    { name: "force", value: null, description: "replace the cassette that the folder holds" },
    {
      name: "recover",
      value: null,
      description: "read what a killed recording has left, instead of running a command; --out selects one of several",
    },
    { name: "watch", value: null, description: "print a line for each request as it ends, with what broke" },
    ...pageOptionSpecs,
    failOnBreakOptionSpec,
  ],
  examples: [
    "forkproof record -- node my-agent.js",
    "forkproof record --preset pi --mock script.yaml --out cassette -- pi -p 'Say hello.'",
    "forkproof record --forward -- codex exec 'Say hello.'",
  ],
  exitCodes: [
    ["0", "the command's own; with --fail-on-break: the client broke nothing"],
    [
      "1",
      "with --fail-on-break, if the command exits with 0: as for inspect, or the command did not follow the script of --mock",
    ],
    ["124", "the command ran longer than --timeout"],
    ["2, 3", "recording failed; with --fail-on-break, if the command exits with 0: as for inspect"],
    ["130", "with --fail-on-break, if the command exits with 0: interrupted by SIGINT, SIGTERM or SIGHUP"],
    ["others", "the command's own"],
  ],
  load: async () => (await import("../commands/record-command.ts")).recordCommand,
};
