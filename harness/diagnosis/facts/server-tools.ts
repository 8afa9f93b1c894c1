import type { JsonObject } from "../json-value.ts";

/**
 * Tools that the provider runs, by the beginning of their `type`: Anthropic's are versioned, OpenAI's are not. Typed tools
 * that the client runs (bash, text_editor, computer, memory) are declared ones.
 */
const SERVER_TOOLS: readonly string[] = [
  "web_search",
  "web_fetch",
  "code_execution",
  "tool_search_tool",
  "mcp_toolset",
  "file_search",
  "code_interpreter",
  "image_generation",
];

export function isServerTool({ type }: JsonObject): boolean {
  return typeof type === "string" && SERVER_TOOLS.some((prefix) => type === prefix || type.startsWith(`${prefix}_`));
}
