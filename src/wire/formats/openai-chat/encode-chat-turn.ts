import type { ToolResult } from "../../tool-result.ts";
import { joinElements } from "../../join-elements.ts";

/**
 * One message of role `tool` for each result, then a user message with the texts. The format has no flag for a failed
 * call: its text says so.
 */
export function encodeChatTurn(results: readonly ToolResult[], texts: readonly string[]): Buffer {
  const messages = results.map(({ toolUseId, content }) => ({ role: "tool", tool_call_id: toolUseId, content }));
  const said = texts.length === 0 ? [] : [{ role: "user", content: userContent(texts) }];
  return joinElements([...messages, ...said].map((message) => Buffer.from(JSON.stringify(message))));
}

function userContent(texts: readonly string[]): unknown {
  return texts.length === 1 ? texts[0] : texts.map((text) => ({ type: "text", text }));
}
