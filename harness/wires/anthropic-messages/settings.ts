import type { Settings } from "../settings.ts";

/** Sources: platform.claude.com, Prompt caching: an explicit default equals its omission. */
export const settings: Settings = {
  thinking: [{ name: "thinking", omitted: '{"type":"disabled"}', members: ["type", "budget_tokens"] }],
  effort: [{ name: "output_config.effort", omitted: '"high"' }],
  "tool-choice": [{ name: "tool_choice", omitted: '{"type":"auto","disable_parallel_tool_use":false}' }],
  speed: [
    { name: "speed", omitted: '"standard"' },
    { name: "service_tier", omitted: '"auto"' },
  ],
  "output-format": [{ name: "output_config.format" }, { name: "output_format" }],
  "max-tokens": [{ name: "max_tokens" }],
  "server-tools": [
    { name: "context_management" },
    { name: "mcp_servers", omitted: "[]" },
    { name: "container.skills", omitted: "[]" },
  ],
  // No provider of this wire has a key of its own; gateways take OpenAI's.
  "cache-key": [{ name: "prompt_cache_key" }, { name: "session_id" }],
  "cached-content": [],
};
