import { openaiDefaultEffort, openaiDefaults } from "../openai-defaults.ts";
import type { Settings } from "../settings.ts";

/** Sources: developers.openai.com. */
export const settings: Settings = {
  thinking: [],
  effort: [{ name: "reasoning.effort", omittedBy: openaiDefaultEffort }],
  "tool-choice": [
    { name: "tool_choice", omitted: '"auto"' },
    { name: "parallel_tool_calls", ...openaiDefaults.parallelCalls },
  ],
  speed: [{ name: "service_tier", ...openaiDefaults.serviceTier }],
  "output-format": [
    { name: "text.format", ...openaiDefaults.format },
    { name: "text.verbosity", ...openaiDefaults.verbosity },
  ],
  "max-tokens": [{ name: "max_output_tokens" }],
  "server-tools": [{ name: "context_management" }, { name: "prompt" }],
  "cache-key": [{ name: "prompt_cache_key" }],
  "cached-content": [],
};
