import type { DialectName } from "../../harness/kernel/layout.ts";
import type { BodyPair } from "./make-pair.ts";

/** What makePair writes. */
type Body = {
  readonly model: string;
  readonly system: readonly { readonly text: string }[];
  readonly tools: readonly Tool[];
  readonly messages: readonly Message[];
};

type Tool = { readonly name: string; readonly description: string; readonly input_schema: object };

type Message = { readonly role: "user" | "assistant"; readonly content: readonly Part[] };

type Part =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: object }
  | { readonly type: "tool_result"; readonly tool_use_id: string; readonly content: string };

/** The same conversation on another wire, as clients of that wire write it. */
export function toWire(dialect: DialectName, { parent, child }: BodyPair): BodyPair {
  const convert = (bytes: Buffer): Buffer => Buffer.from(JSON.stringify(WIRES[dialect](JSON.parse(String(bytes)))));
  return { parent: convert(parent), child: convert(child) };
}

const WIRES: Readonly<Record<DialectName, (body: Body) => object>> = {
  "anthropic-messages": (body) => body,
  "openai-chat": ({ model, system, tools, messages }) => ({
    model,
    messages: [...system.map(({ text }) => ({ role: "system", content: text })), ...messages.flatMap(chatMessages)],
    stream: true,
    tools: tools.map((tool) => ({ type: "function", function: declared(tool) })),
  }),
  "openai-responses": ({ model, system, tools, messages }) => ({
    model,
    input: messages.flatMap(({ role, content }) => content.map((part) => item(role, part))),
    instructions: system.map(({ text }) => text).join("\n"),
    tools: tools.map((tool) => ({ type: "function", ...declared(tool), strict: false })),
    stream: true,
  }),
  "gemini-generate": ({ system, tools, messages }) => ({
    contents: messages.map(({ role, content }) => ({
      parts: content.map(geminiPart),
      role: role === "user" ? "user" : "model",
    })),
    systemInstruction: { parts: system.map(({ text }) => ({ text })), role: "user" },
    tools: [{ functionDeclarations: tools.map(declared) }],
  }),
  "bedrock-converse": ({ system, tools, messages }) => ({
    messages: messages.map(({ role, content }) => ({ role, content: content.map(conversePart) })),
    system: [...system.map(({ text }) => ({ text })), { cachePoint: { type: "default" } }],
    toolConfig: {
      tools: tools.map(({ name, description, input_schema: json }) => ({
        toolSpec: { name, description, inputSchema: { json } },
      })),
    },
  }),
};

function declared({ name, description, input_schema: parameters }: Tool): object {
  return { name, description, parameters };
}

function chatMessages({ role, content }: Message): readonly object[] {
  const results = content.filter((part) => part.type === "tool_result");
  if (results.length > 0) {
    return results.map((part) => ({ role: "tool", tool_call_id: part.tool_use_id, content: part.content }));
  }
  const calls = content.filter((part) => part.type === "tool_use");
  const text = content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
  const asked = calls.map(({ id, name, input }) => ({
    id,
    type: "function",
    function: { name, arguments: JSON.stringify(input) },
  }));
  return [{ role, content: text, ...(asked.length > 0 ? { tool_calls: asked } : {}) }];
}

function item(role: Message["role"], part: Part): object {
  switch (part.type) {
    case "text":
      return {
        type: "message",
        role,
        content: [{ type: role === "user" ? "input_text" : "output_text", text: part.text }],
      };
    case "tool_use":
      return { type: "function_call", call_id: part.id, name: part.name, arguments: JSON.stringify(part.input) };
    case "tool_result":
      return { type: "function_call_output", call_id: part.tool_use_id, output: part.content };
  }
}

function geminiPart(part: Part): object {
  switch (part.type) {
    case "text":
      return { text: part.text };
    case "tool_use":
      return { functionCall: { id: part.id, name: part.name, args: part.input } };
    case "tool_result":
      return { functionResponse: { id: part.tool_use_id, name: "read_file", response: { output: part.content } } };
  }
}

function conversePart(part: Part): object {
  switch (part.type) {
    case "text":
      return { text: part.text };
    case "tool_use":
      return { toolUse: { toolUseId: part.id, name: part.name, input: part.input } };
    case "tool_result":
      return { toolResult: { toolUseId: part.tool_use_id, content: [{ text: part.content }] } };
  }
}
