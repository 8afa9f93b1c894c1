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

/** Gemini's say what they are by their member (provider-caches.md 4; Gemini API, Tool). */
const SERVER_MEMBERS: readonly string[] = [
  "googleSearch",
  "googleSearchRetrieval",
  "codeExecution",
  "urlContext",
  "googleMaps",
  "fileSearch",
  "google_search",
  "google_search_retrieval",
  "code_execution",
  "url_context",
  "google_maps",
  "file_search",
  // Bedrock's own (Nova's grounding), named by what it is (Converse API, SystemTool).
  "systemTool",
];

export function isServerTool(tool: JsonObject): boolean {
  const { type, name } = tool;
  if (typeof type === "string") return SERVER_TOOLS.some((prefix) => type === prefix || type.startsWith(`${prefix}_`));
  return name === undefined && Object.keys(tool).some((member) => SERVER_MEMBERS.includes(member));
}
