import type { CommandSpec } from "../command-spec.ts";

/** `init` as data. */
export const initSpec: CommandSpec = {
  name: "init",
  summary: "write scenarios to begin with, and a GitHub workflow; no file is replaced",
  positional: null,
  options: [
    {
      name: "from",
      value: "RECORDING",
      description: "write one scenario that judges this recording: a cassette folder or a traffic file",
    },
  ],
  notes: ["The examples use the SDK that package.json names: the Vercel AI SDK, Anthropic's or OpenAI's; else fetch."],
  examples: ["forkproof init", "forkproof init --from fixtures/cassettes/my-agent"],
  exitCodes: [
    ["0", "wrote at least one file"],
    ["2", "every file exists already; or the recording has nothing to compare"],
    ["3", "cannot read the recording, or cannot write"],
  ],
  load: async () => (await import("../commands/init-command.ts")).initCommand,
};
