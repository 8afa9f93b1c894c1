import type { ToolResult } from "../../tool-result.ts";
import { joinElements } from "../../join-elements.ts";

/** A `function_call_output` for each result, then a user message with the texts. */
export function encodeInputItems(results: readonly ToolResult[], texts: readonly string[]): Buffer {
  const outputs = results.map(({ toolUseId, content }) => ({
    type: "function_call_output",
    call_id: toolUseId,
    output: content,
  }));
  const content = texts.map((text) => ({ type: "input_text", text }));
  const said = texts.length === 0 ? [] : [{ type: "message", role: "user", content }];
  return joinElements([...outputs, ...said].map((item) => Buffer.from(JSON.stringify(item))));
}
