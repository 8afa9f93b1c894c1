import { wireNamed } from "../../wires/list.ts";
import type { ReadTool } from "../reading/read-tools.ts";

/**
 * Tools that the provider runs, by the beginning of their `type`: Anthropic's are versioned, those of OpenAI and xAI are not. Typed
 * tools that the client runs are declared ones.
 */
const SERVER_TOOLS: readonly string[] = [
  "web_search",
  "web_fetch",
  "code_execution",
  "tool_search_tool",
  "mcp",
  "file_search",
  "code_interpreter",
  "image_generation",
  "x_search",
];

/** On Chat each vendor has types of its own (`openrouter:web_search`, `browser_search`, `retrieval`); these alone are the client's. */
const CLIENT_TOOLS: readonly string[] = ["function", "custom", "bash", "text_editor", "computer", "memory"];

/** Gemini's say what they are by their member (Gemini API, Tool). */
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

export function isServerTool({ value, layout }: Pick<ReadTool, "value" | "layout">): boolean {
  const { type, name } = value;
  if (typeof type !== "string")
    return name === undefined && Object.keys(value).some((member) => SERVER_MEMBERS.includes(member));
  const isOf = (types: readonly string[]): boolean =>
    types.some((prefix) => type === prefix || type.startsWith(`${prefix}_`));
  return wireNamed(layout.dialect).otherToolsAreServers === true ? !isOf(CLIENT_TOOLS) : isOf(SERVER_TOOLS);
}
