import type { Codec } from "../codec.ts";
import { isObject, type JsonObject, objectsOf, textOf } from "../json.ts";

export const openaiChat: Codec = {
  wire: "openai-chat",
  path: () => "/v1/chat/completions",
  list: "messages",
  namesModel: true,
  user: (text, shape) => [{ role: "user", content: shape === "string" ? text : [{ type: "text", text }] }],
  answer: ({ text, thinking, calls }) => [
    {
      role: "assistant",
      content: text,
      ...(thinking === null ? {} : { reasoning_content: thinking }),
      ...(calls.length === 0
        ? {}
        : {
            tool_calls: calls.map(({ id, name, input }) => ({
              id,
              type: "function",
              function: { name, arguments: JSON.stringify(input) },
            })),
          }),
    },
  ],
  results: (results, text) => [
    ...results.map((each) => ({ role: "tool", tool_call_id: each.call.id, content: each.text })),
    ...(text === null ? [] : [{ role: "user", content: text }]),
  ],
  isAnswer: ({ role }) => role === "assistant",
  hasResult: ({ role }) => role === "tool",
  response: (answer, model) => ({
    id: "chatcmpl-generated",
    object: "chat.completion",
    created: 1_700_000_000,
    model,
    choices: [
      {
        index: 0,
        message: openaiChat.answer(answer)[0] ?? null,
        finish_reason: answer.calls.length > 0 ? "tool_calls" : "stop",
      },
    ],
  }),
  withoutCalls: (answer) =>
    answer.filter(({ content }) => content !== null && content !== "").map((item) => without(item, "tool_calls")),
  withoutThinking: (answer) => answer.map((item) => without(item, "reasoning_content")),
  appended: (item, text) => {
    const { role, content } = item;
    if (role !== "user") return null;
    if (typeof content === "string") return { ...item, content: `${content}\n\n${text}` };
    return { ...item, content: [...objectsOf(content), { type: "text", text }] };
  },
  tools: (body) => (Array.isArray(body["tools"]) ? (body["tools"] as JsonObject[]) : null),
  toolName: (tool) => textOf(isObject(tool["function"]) ? tool["function"]["name"] : ""),
  tool: (name, description, parameters) => ({ type: "function", function: { name, description, parameters } }),
  schema: ({ function: told }) => (isObject(told) && "parameters" in told ? [told, "parameters"] : null),
  editSystem: (body, change) => {
    const first = systemMessages(body)[0];
    if (first === undefined) return;
    if (typeof first["content"] === "string") first["content"] = change(first["content"]);
    const part = objectsOf(first["content"])[0];
    if (part !== undefined) part["text"] = change(textOf(part["text"]));
  },
  addSystem: (body, text) => {
    const items = objectsOf(body["messages"]);
    const leading = systemMessages(body);
    items.splice(leading.length, 0, { role: leading[0]?.["role"] ?? "system", content: text });
    body["messages"] = items;
  },
  mark: () => undefined,
  marks: ["cache_control"],
};

function systemMessages(body: JsonObject): JsonObject[] {
  const items = objectsOf(body["messages"]);
  const end = items.findIndex(({ role }) => role !== "system" && role !== "developer");
  return items.slice(0, end < 0 ? items.length : end);
}

function without(item: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(item).filter(([each]) => each !== name));
}
