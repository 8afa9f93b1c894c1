import type { Codec } from "../codec.ts";
import { isObject, type JsonObject, objectsOf, textOf } from "../json.ts";

export const gemini: Codec = {
  wire: "gemini-generate",
  path: (model) => `/v1beta/models/${model}:generateContent`,
  list: "contents",
  namesModel: false,
  user: (text) => [{ role: "user", parts: [{ text }] }],
  answer: ({ text, thinking, calls }) => [
    {
      role: "model",
      parts: [
        ...(thinking === null ? [] : [{ text: thinking, thought: true }]),
        ...(text === null ? [] : [{ text }]),
        ...calls.map(({ id, name, input }) => ({ functionCall: { ...named(id), name, args: input } })),
      ],
    },
  ],
  results: (results, text) => [
    {
      role: "user",
      parts: [
        ...results.map(({ call, text: output }) => ({
          functionResponse: { ...named(call.id), name: call.name, response: { output } },
        })),
        ...(text === null ? [] : [{ text }]),
      ],
    },
  ],
  isAnswer: ({ role }) => role === "model",
  hasResult: ({ parts }) => objectsOf(parts).some((part) => "functionResponse" in part),
  response: (answer, model) => ({
    candidates: [{ content: gemini.answer(answer)[0] ?? null, finishReason: "STOP", index: 0 }],
    modelVersion: model,
    responseId: "generated",
  }),
  withoutCalls: (answer) => without(answer, (part) => "functionCall" in part),
  withoutThinking: (answer) => without(answer, (part) => part["thought"] === true),
  appended: (item, text) => ({ ...item, parts: [...objectsOf(item["parts"]), { text }] }),
  tools: (body) => {
    const [first] = objectsOf(body["tools"]);
    return Array.isArray(first?.["functionDeclarations"]) ? (first["functionDeclarations"] as JsonObject[]) : null;
  },
  toolName: ({ name }) => textOf(name),
  tool: (name, description, parametersJsonSchema) => ({ name, description, parametersJsonSchema }),
  schema: (tool) => {
    const name = ["parametersJsonSchema", "parameters"].find((each) => each in tool);
    return name === undefined ? null : [tool, name];
  },
  editSystem: (body, change) => {
    const part = objectsOf(isObject(body["systemInstruction"]) ? body["systemInstruction"]["parts"] : [])[0];
    if (part !== undefined) part["text"] = change(textOf(part["text"]));
  },
  addSystem: (body, text) => {
    const told = body["systemInstruction"];
    const parts = objectsOf(isObject(told) ? told["parts"] : []);
    body["systemInstruction"] = { ...(isObject(told) ? told : {}), parts: [...parts, { text }] };
  },
  mark: () => undefined,
  marks: [],
};

function without(answer: readonly JsonObject[], isOut: (part: JsonObject) => boolean): JsonObject[] {
  return answer.flatMap((item) => {
    const parts = objectsOf(item["parts"]).filter((part) => !isOut(part));
    return parts.length === 0 ? [] : [{ ...item, parts }];
  });
}

/** Older models give their calls no ids. */
function named(id: string): JsonObject {
  return id === "" ? {} : { id };
}
