import type { Codec } from "../codec.ts";
import { isObject, type Json, type JsonObject, objectsOf, textOf } from "../json.ts";

export const anthropic: Codec = {
  wire: "anthropic-messages",
  path: () => "/v1/messages",
  list: "messages",
  namesModel: true,
  user: (text, shape) => [{ role: "user", content: shape === "string" ? text : [{ type: "text", text }] }],
  answer: ({ text, thinking, calls }) => [
    {
      role: "assistant",
      content: [
        ...(thinking === null ? [] : [{ type: "thinking", thinking, signature: signature(thinking) }]),
        ...(text === null ? [] : [{ type: "text", text }]),
        ...calls.map(({ id, name, input }) => ({ type: "tool_use", id, name, input })),
      ],
    },
  ],
  results: (results, text) => [
    {
      role: "user",
      content: [
        ...results.map((each) => ({ type: "tool_result", tool_use_id: each.call.id, content: each.text })),
        ...(text === null ? [] : [{ type: "text", text }]),
      ],
    },
  ],
  isAnswer: ({ role }) => role === "assistant",
  hasResult: ({ content }) => objectsOf(content).some(({ type }) => type === "tool_result"),
  response: (answer, model) => ({
    id: "msg_generated",
    type: "message",
    role: "assistant",
    model,
    content: anthropic.answer(answer)[0]?.["content"] ?? [],
    stop_reason: answer.calls.length > 0 ? "tool_use" : "end_turn",
    stop_sequence: null,
  }),
  withoutCalls: (answer) => without(answer, ["tool_use"]),
  withoutThinking: (answer) => without(answer, ["thinking", "redacted_thinking"]),
  appended: (item, text) => {
    const { content } = item;
    const blocks: Json[] = typeof content === "string" ? [{ type: "text", text: content }] : objectsOf(content);
    return { ...item, content: [...blocks, { type: "text", text }] };
  },
  tools: (body) => (Array.isArray(body["tools"]) ? (body["tools"] as JsonObject[]) : null),
  toolName: ({ name }) => textOf(name),
  tool: (name, description, input_schema) => ({ name, description, input_schema }),
  schema: (tool) => ("input_schema" in tool ? [tool, "input_schema"] : null),
  editSystem: (body, change) => {
    if (typeof body["system"] === "string") body["system"] = change(body["system"]);
    // Claude Code's billing header and the like come first; the prompt is the longest block.
    const [longest] = objectsOf(body["system"]).sort((one, other) => lengthOf(other) - lengthOf(one));
    if (longest !== undefined) longest["text"] = change(textOf(longest["text"]));
  },
  addSystem: (body, text) => {
    const { system } = body;
    const blocks: Json[] = typeof system === "string" ? [{ type: "text", text: system }] : objectsOf(system);
    body["system"] = [...blocks, { type: "text", text }];
  },
  mark: (items) => {
    const last = items.at(-1);
    const block = objectsOf(last?.["content"]).at(-1);
    if (block !== undefined) block["cache_control"] = { type: "ephemeral" };
  },
  marks: ["cache_control"],
};

function without(answer: readonly JsonObject[], types: readonly string[]): JsonObject[] {
  return answer.flatMap((item) => {
    if (!Array.isArray(item["content"])) return [item];
    const content = objectsOf(item["content"]).filter((block) => !types.includes(textOf(block["type"])));
    return content.length === 0 ? [] : [{ ...item, content }];
  });
}

function lengthOf(block: Json): number {
  return isObject(block) ? textOf(block["text"]).length : 0;
}

function signature(thinking: string): string {
  return Buffer.from(`signed ${thinking}`).toString("base64");
}
