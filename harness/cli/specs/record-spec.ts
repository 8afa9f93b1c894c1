import type { CommandSpec } from "../command-spec.ts";
import { failOnBreakOptionSpec } from "./shared-option-specs.ts";

/** Said here, since a help page loads no command; a test holds it to the presets. */
const presetNames = ["qwen-code", "gemini-cli", "ai-sdk", "codex", "codex-websocket", "pi", "opencode"] as const;

/** `record` as data. */
export const recordSpec: CommandSpec = {
  name: "record",
  summary: "run a client through a recording proxy on loopback, write a cassette and inspect it",
  positional: { name: "command", count: "the rest", description: "the client's command line, after --" },
  options: [
    {
      name: "preset",
      value: "NAME",
      description: `set the base URLs the way this client reads them: ${presetNames.join(", ")}`,
    },
    {
      name: "env",
      repeats: true,
      value: "VARIABLE",
      description:
        "set only this variable to the base URL; repeatable. By default ANTHROPIC_BASE_URL, OPENAI_BASE_URL and GOOGLE_GEMINI_BASE_URL are set",
    },
    {
      name: "upstream",
      value: "URL",
      description: "forward to this base URL; by default to the value of those variables, or to the provider",
    },
    { name: "mock", value: "SCRIPT", description: "answer with the mocked provider, from a script file" },
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
    failOnBreakOptionSpec,
  ],
  examples: [
    "forkproof record -- node my-agent.js",
    "forkproof record --preset pi --mock script.yaml --out cassette -- pi -p 'Say hello.'",
  ],
  exitCodes: [
    ["0", "the command's own; with --fail-on-break: the client broke nothing"],
    ["1", "with --fail-on-break, if the command exits with 0: as for inspect"],
    ["2, 3", "recording failed; with --fail-on-break, if the command exits with 0: as for inspect"],
    ["others", "the command's own"],
  ],
  load: async () => (await import("../commands/record-command.ts")).recordCommand,
};
