import type { ToolResult } from "../../tool-result.ts";

/**
 * A user message of Anthropic Messages: the results first, in the order given, then the texts. The API wants results at
 * the head of the message that follows their calls. Equal input gives equal bytes: members are written in a fixed order.
 */
export function encodeUserMessage(results: readonly ToolResult[], texts: readonly string[]): Buffer {
  const content = [
    ...results.map(({ toolUseId, content, isError }) => ({
      type: "tool_result",
      tool_use_id: toolUseId,
      content,
      ...(isError ? { is_error: true } : {}),
    })),
    ...texts.map((text) => ({ type: "text", text })),
  ];
  return Buffer.from(JSON.stringify({ role: "user", content }));
}

/** An assistant message around a raw content array: the model's blocks go back as they came. */
export function encodeAssistantMessage(content: Buffer): Buffer {
  return Buffer.concat([Buffer.from('{"role":"assistant","content":'), content, Buffer.from("}")]);
}
