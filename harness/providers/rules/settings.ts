import { openaiDefaultEffort, openaiDefaults } from "./openai-defaults.ts";
import type { DialectName } from "../../kernel/layout.ts";

/** What a request can set beside its prefix, whatever a wire calls it. */
export type Setting =
  | "thinking"
  | "effort"
  | "tool-choice"
  | "speed"
  | "output-format"
  | "max-tokens"
  | "server-tools"
  | "cache-key"
  | "cached-content";

export type Spelling = {
  /** A top-level member of the body, or a member of it behind dots; protocol buffers' JSON takes `tool_config` for `toolConfig`. */
  readonly name: string;
  /** What the provider takes where it is omitted, as JSON; null where omission is a value of its own. */
  readonly omitted?: string;
  /** The same, where it hangs on the model. */
  readonly omittedBy?: (model: string) => string | null;
  /** Other words for the same value. */
  readonly alike?: Readonly<Record<string, string>>;
  /** The members that count; by default all. */
  readonly members?: readonly string[];
};

/**
 * How each wire spells the settings. Sources: provider-caches.md 2.3 and 15 (Anthropic: explicit default equals omission),
 * 3 and 11 (OpenAI), 4 (Gemini); Bedrock Converse API reference.
 */
export const spellings: Readonly<Record<DialectName, Readonly<Record<Setting, readonly Spelling[]>>>> = {
  "anthropic-messages": {
    thinking: [{ name: "thinking", omitted: '{"type":"disabled"}', members: ["type", "budget_tokens"] }],
    effort: [{ name: "output_config.effort", omitted: '"high"' }],
    "tool-choice": [{ name: "tool_choice", omitted: '{"type":"auto","disable_parallel_tool_use":false}' }],
    speed: [
      { name: "speed", omitted: '"standard"' },
      { name: "service_tier", omitted: '"auto"' },
    ],
    "output-format": [{ name: "output_config.format" }, { name: "output_format" }],
    "max-tokens": [{ name: "max_tokens" }],
    "server-tools": [{ name: "context_management" }, { name: "mcp_servers", omitted: "[]" }],
    // No provider of this wire has a key of its own; gateways take OpenAI's (provider-caches.md 8, OpenRouter).
    "cache-key": [{ name: "prompt_cache_key" }, { name: "session_id" }],
    "cached-content": [],
  },
  "openai-chat": {
    thinking: [{ name: "enable_thinking" }, { name: "thinking_budget" }, { name: "thinking" }],
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
  },
  "openai-responses": {
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
    "server-tools": [{ name: "context_management" }],
    "cache-key": [{ name: "prompt_cache_key" }],
    "cached-content": [],
  },
  "gemini-generate": {
    thinking: [{ name: "generationConfig.thinkingConfig" }],
    effort: [],
    "tool-choice": [{ name: "toolConfig.functionCallingConfig", omitted: '{"mode":"AUTO"}' }],
    speed: [],
    "output-format": [{ name: "generationConfig.responseMimeType" }, { name: "generationConfig.responseSchema" }],
    "max-tokens": [{ name: "generationConfig.maxOutputTokens" }],
    "server-tools": [],
    "cache-key": [],
    "cached-content": [{ name: "cachedContent" }, { name: "cached_content" }],
  },
  "bedrock-converse": {
    thinking: [{ name: "additionalModelRequestFields.thinking", omitted: '{"type":"disabled"}' }],
    effort: [{ name: "additionalModelRequestFields.output_config.effort", omitted: '"high"' }],
    "tool-choice": [{ name: "toolConfig.toolChoice", omitted: '{"auto":{}}' }],
    speed: [
      { name: "performanceConfig.latency", omitted: '"standard"' },
      { name: "serviceTier.type", omitted: '"default"' },
    ],
    "output-format": [{ name: "outputConfig.textFormat" }],
    "max-tokens": [{ name: "inferenceConfig.maxTokens" }],
    "server-tools": [],
    "cache-key": [],
    "cached-content": [],
  },
};
