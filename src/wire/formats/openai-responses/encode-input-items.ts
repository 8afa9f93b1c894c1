import type { ToolResult } from "../../tool-result.ts";
import { joinElements } from "../../join-elements.ts";

/** The output of its own kind for each result, then a user message with the texts. */
export function encodeInputItems(results: readonly ToolResult[], texts: readonly string[]): Buffer {
  const outputs = results.map(({ toolUseId, content, kind }) => ({
    type: kind === "custom" ? "custom_tool_call_output" : "function_call_output",
    call_id: toolUseId,
    output: content,
  }));
  const content = texts.map((text) => ({ type: "input_text", text }));
  const said = texts.length === 0 ? [] : [{ type: "message", role: "user", content }];
  return joinElements([...outputs, ...said].map((item) => Buffer.from(JSON.stringify(item))));
}
