import type { OptionSpec } from "../command-spec.ts";

/** Said here, since a help page loads no command; a test holds it to the presets. */
const presetNames = ["qwen-code", "gemini-cli", "ai-sdk", "codex", "codex-websocket", "pi", "opencode"] as const;

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
];
