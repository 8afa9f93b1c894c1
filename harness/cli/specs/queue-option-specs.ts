import type { OptionSpec } from "../command-spec.ts";

export const queueOptionSpec: OptionSpec = {
  name: "queue",
  value: "URL",
  description: "have jobs run by `forkproof worker` over this NATS server: nats://HOST:4222 or tls://HOST:4222",
};

/** How to log in to the server of `--queue`, and which part of it is ours. */
export const queueOptionSpecs: readonly OptionSpec[] = [
  {
    name: "namespace",
    value: "NAME",
    description:
      "with --queue: the prefix of subjects and streams, for teams that share a server; by default forkproof",
  },
  { name: "creds", value: "FILE", description: "with --queue: log in with this file of NATS credentials" },
  { name: "nkey", value: "FILE", description: "with --queue: log in with the NKEY seed in this file" },
];
