import type { Codec } from "../codec.ts";
import { isObject, type JsonObject, objectsOf, textOf } from "../json.ts";

export const bedrock: Codec = {
  wire: "bedrock-converse",
  path: (model) => `/model/${encodeURIComponent(model)}/converse`,
  list: "messages",
  namesModel: false,
  user: (text) => [{ role: "user", content: [{ text }] }],
  answer: ({ text, thinking, calls }) => [
    {
      role: "assistant",
      content: [
        ...(thinking === null ? [] : [{ reasoningContent: { reasoningText: { text: thinking, signature: "c2ln" } } }]),
        ...(text === null ? [] : [{ text }]),
        ...calls.map(({ id, name, input }) => ({ toolUse: { toolUseId: id, name, input } })),
      ],
    },
  ],
  results: (results, text) => [
    {
      role: "user",
      content: [
        ...results.map((each) => ({ toolResult: { toolUseId: each.call.id, content: [{ text: each.text }] } })),
        ...(text === null ? [] : [{ text }]),
      ],
    },
  ],
  isAnswer: ({ role }) => role === "assistant",
  hasResult: ({ content }) => objectsOf(content).some((block) => "toolResult" in block),
  response: (answer) => ({
    output: { message: bedrock.answer(answer)[0] ?? null },
    stopReason: answer.calls.length > 0 ? "tool_use" : "end_turn",
    metrics: { latencyMs: 400 },
  }),
  withoutCalls: (answer) => without(answer, "toolUse"),
  withoutThinking: (answer) => without(answer, "reasoningContent"),
  appended: (item, text) => ({ ...item, content: [...objectsOf(item["content"]), { text }] }),
  tools: (body) => {
    const told = body["toolConfig"];
    return isObject(told) && Array.isArray(told["tools"]) ? (told["tools"] as JsonObject[]) : null;
  },
  toolName: ({ toolSpec }) => (isObject(toolSpec) ? textOf(toolSpec["name"]) : ""),
  tool: (name, description, json) => ({ toolSpec: { name, description, inputSchema: { json } } }),
  schema: ({ toolSpec }) =>
    isObject(toolSpec) && isObject(toolSpec["inputSchema"]) ? [toolSpec["inputSchema"], "json"] : null,
  editSystem: (body, change) => {
    const block = objectsOf(body["system"]).find((each) => "text" in each);
    if (block !== undefined) block["text"] = change(textOf(block["text"]));
  },
  addSystem: (body, text) => {
    body["system"] = [...objectsOf(body["system"]), { text }];
  },
  mark: (items) => {
    const last = items.at(-1);
    if (last !== undefined) last["content"] = [...objectsOf(last["content"]), { cachePoint: { type: "default" } }];
  },
  marks: ["cachePoint"],
};

function without(answer: readonly JsonObject[], name: string): JsonObject[] {
  return answer.flatMap((item) => {
    const content = objectsOf(item["content"]).filter((block) => !(name in block));
    return content.length === 0 ? [] : [{ ...item, content }];
  });
}
