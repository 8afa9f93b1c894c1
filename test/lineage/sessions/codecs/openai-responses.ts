import type { Codec } from "../codec.ts";
import { type JsonObject, objectsOf, textOf } from "../json.ts";

const CALLS: readonly string[] = ["function_call", "custom_tool_call"];

export const openaiResponses: Codec = {
  wire: "openai-responses",
  path: () => "/v1/responses",
  list: "input",
  namesModel: true,
  user: (text, shape) => [
    shape === "string"
      ? { role: "user", content: text }
      : { type: "message", role: "user", content: [{ type: "input_text", text }] },
  ],
  answer: ({ text, thinking, calls }) => [
    ...(thinking === null ? [] : [reasoning(thinking)]),
    ...(text === null
      ? []
      : [{ type: "message", role: "assistant", content: [{ type: "output_text", text, annotations: [] }] }]),
    ...calls.map(({ id, name, input }) => ({
      type: "function_call",
      call_id: id,
      name,
      arguments: JSON.stringify(input),
    })),
  ],
  results: (results, text) => [
    ...results.map((each) => ({ type: "function_call_output", call_id: each.call.id, output: each.text })),
    ...(text === null ? [] : openaiResponses.user(text, "block")),
  ],
  isAnswer: ({ type, role }) => role === "assistant" || type === "reasoning" || CALLS.includes(textOf(type)),
  hasResult: ({ type }) => textOf(type).endsWith("_output"),
  response: (answer, model) => ({
    id: "resp_generated",
    object: "response",
    status: "completed",
    model,
    output: openaiResponses.answer(answer).map((item, at) => ({ id: `item_${at}`, ...item, status: "completed" })),
  }),
  withoutCalls: (answer) => answer.filter(({ type }) => !CALLS.includes(textOf(type))),
  withoutThinking: (answer) => answer.filter(({ type }) => type !== "reasoning"),
  appended: (item, text) => {
    const { role, content } = item;
    if (role !== "user") return null;
    if (typeof content === "string") return { ...item, content: `${content}\n\n${text}` };
    return { ...item, content: [...objectsOf(content), { type: "input_text", text }] };
  },
  tools: (body) => (Array.isArray(body["tools"]) ? (body["tools"] as JsonObject[]) : null),
  toolName: ({ name }) => textOf(name),
  tool: (name, description, parameters) => ({ type: "function", name, description, parameters, strict: false }),
  schema: (tool) => ("parameters" in tool ? [tool, "parameters"] : null),
  editSystem: (body, change) => {
    if (typeof body["instructions"] === "string") {
      body["instructions"] = change(body["instructions"]);
      return;
    }
    const first = systemItems(body)[0];
    if (first === undefined) return;
    if (typeof first["content"] === "string") first["content"] = change(first["content"]);
    const part = objectsOf(first["content"])[0];
    if (part !== undefined) part["text"] = change(textOf(part["text"]));
  },
  addSystem: (body, text) => {
    const items = objectsOf(body["input"]);
    items.splice(systemItems(body).length, 0, { role: "developer", content: text });
    body["input"] = items;
  },
  mark: () => undefined,
  marks: ["prompt_cache_breakpoint"],
};

function systemItems(body: JsonObject): JsonObject[] {
  const items = objectsOf(body["input"]);
  const end = items.findIndex(({ role }) => role !== "system" && role !== "developer");
  return items.slice(0, end < 0 ? items.length : end);
}

function reasoning(thinking: string): JsonObject {
  return { type: "reasoning", summary: [], encrypted_content: Buffer.from(`sealed ${thinking}`).toString("base64") };
}
