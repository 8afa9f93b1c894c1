import type { CommandSpec } from "./commands.ts";
import { failOnBreakOption } from "./inspect-spec.ts";

/** Said here, since a help page loads no command; a test holds it to the presets. */
const presetNames = ["qwen-code", "gemini-cli", "ai-sdk", "codex", "codex-websocket", "pi", "opencode"] as const;

/** `record` as data. */
export const recordSpec: CommandSpec = {
  name: "record",
  summary: "run a client through a recording proxy on loopback, write a cassette and inspect it",
  positional: { name: "command", count: "the rest", description: "the client's command line, behind --" },
  options: [
    { name: "preset", value: "NAME", description: `tell this client its base URLs: ${presetNames.join(", ")}` },
    {
      name: "env",
      value: "VARIABLE",
      description:
        "set only this variable to the base URL; may be given again. By default ANTHROPIC_BASE_URL, OPENAI_BASE_URL and GOOGLE_GEMINI_BASE_URL are set",
    },
    {
      name: "upstream",
      value: "URL",
      description: "forward to this base URL; by default to what those variables hold, or to the provider itself",
    },
    { name: "mock", value: "SCRIPT", description: "answer from a script file with the mocked provider instead" },
    {
      name: "redact",
      value: null,
      description: "mask credentials, lengths kept and alike wherever they stand, instead of refusing the session",
    },
    { name: "out", value: "FOLDER", description: "the cassette's folder; by default fixtures/cassettes/<command>" },
    failOnBreakOption,
  ],
  examples: [
    "forkproof record -- node my-agent.js",
    "forkproof record --preset pi --mock script.yaml --out cassette -- pi -p 'Say hello.'",
  ],
  exitCodes: [
    ["0", "the command's own; with --fail-on-break: no break of ours and no possible break"],
    ["1", "with --fail-on-break, if the command's own is 0: as for inspect"],
    ["2, 3", "it could not be recorded; with --fail-on-break, if the command's own is 0: as for inspect"],
    ["others", "the command's own"],
  ],
  load: async () => (await import("./commands/record-command.ts")).recordCommand,
};
