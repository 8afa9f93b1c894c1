import type { CommandSpec } from "../command-spec.ts";
import { queueOptionSpec, queueOptionSpecs } from "./queue-option-specs.ts";

export const workerSpec: CommandSpec = {
  name: "worker",
  summary: "run jobs of `run --queue`, on this or any other machine, until it is stopped",
  positional: null,
  options: [
    { ...queueOptionSpec, description: "take jobs from this NATS server: nats://HOST:4222 or tls://HOST:4222" },
    ...queueOptionSpecs.map((spec) => ({ ...spec, description: spec.description.replace("with --queue: ", "") })),
    { name: "jobs", value: "N", description: "processes that run jobs; by default one for each core" },
  ],
  notes: [
    "NATS_USER and NATS_PASSWORD, NATS_CREDS or NATS_NKEY log in as well, and NATS_CA names the authority of the server's certificate.",
  ],
  examples: ["forkproof worker --queue nats://127.0.0.1:4222 --jobs 4"],
  exitCodes: [
    ["0", "it was stopped by SIGINT or SIGTERM; jobs that ran go to other workers"],
    ["2", "wrong usage, wrong credentials, or only runs of another version wait"],
    ["3", "the server cannot be reached"],
  ],
  reportsInterruption: true,
  load: async () => (await import("../commands/worker-command.ts")).workerCommand,
};
