import { openaiDefaultEffort, openaiDefaults } from "../openai-defaults.ts";
import type { Settings } from "../settings.ts";

/** Sources: developers.openai.com, and the vendors named below. */
export const settings: Settings = {
  thinking: [
    { name: "enable_thinking" },
    { name: "thinking_budget" },
    { name: "thinking" },
    { name: "chat_template_kwargs.enable_thinking" },
    { name: "chat_template_kwargs.thinking" },
  ],
  effort: [
    { name: "reasoning_effort", omittedBy: openaiDefaultEffort },
    { name: "reasoning.effort", omittedBy: openaiDefaultEffort },
  ],
  "tool-choice": [
    { name: "tool_choice", omitted: '"auto"' },
    { name: "parallel_tool_calls", ...openaiDefaults.parallelCalls },
  ],
  speed: [{ name: "service_tier", ...openaiDefaults.serviceTier }],
  "output-format": [
    { name: "response_format", ...openaiDefaults.format },
    { name: "verbosity", ...openaiDefaults.verbosity },
  ],
  "max-tokens": [{ name: "max_completion_tokens" }, { name: "max_tokens" }],
  // In this order: OpenAI and Perplexity; OpenRouter; DashScope, which has two; xAI; Groq.
  "server-tools": [
    { name: "web_search_options" },
    { name: "plugins", omitted: "[]" },
    { name: "enable_search", omitted: "false" },
    { name: "search_options" },
    { name: "search_parameters" },
    { name: "compound_custom" },
  ],
  "cache-key": [{ name: "prompt_cache_key" }, { name: "session_id" }],
  "cached-content": [],
};
