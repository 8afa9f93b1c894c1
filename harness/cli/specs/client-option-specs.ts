import type { OptionSpec } from "../command-spec.ts";

/** Said here, since a help page loads no command; a test holds it to the presets. */
const presetNames = [
  "claude-code",
  "codex",
  "codex-websocket",
  "codex-login",
  "gemini-cli",
  "gemini-cli-login",
  "qwen-code",
  "opencode",
  "continue",
  "cline",
  "pi",
  "ai-sdk",
] as const;

/** How a client that is run behind recording proxies finds them, and who answers it. */
export const clientOptions: readonly OptionSpec[] = [
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
  { name: "port", value: "N", description: "listen on this port, for one provider; by default on any free one" },
  {
    name: "config-template",
    value: "FILE",
    description:
      "fill {baseUrl} and {port} in a copy of this file; {config} in the command is its path, and some presets set it",
  },
  {
    name: "timeout",
    value: "DURATION",
    description: "end the command after this time, such as 90s or 10m, and exit with 124",
  },
];
