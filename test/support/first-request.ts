import type { DialectName } from "../../harness/kernel/layout.ts";

/** What a conversation begins with. */
export type Opening = {
  readonly system: string;
  readonly asks: string;
  readonly tools?: readonly string[];
  readonly model?: string;
  /** Whether a breakpoint ends in the system prompt, where the wire has such. */
  readonly isMarked?: boolean;
  /** What the model and the user say behind it, in turn. */
  readonly more?: readonly string[];
};

export const providerOf: Readonly<Record<DialectName, string>> = {
  "anthropic-messages": "anthropic",
  "openai-chat": "openai",
  "openai-responses": "openai",
  "gemini-generate": "gemini",
  "bedrock-converse": "bedrock",
};

const schema = { type: "object", properties: { path: { type: "string" } } };
const mark = { cache_control: { type: "ephemeral" } };

/** The first request of a conversation on each wire: two tools, a system prompt of one block, a question. */
export function firstRequest(wire: DialectName, opening: Opening): string {
  return JSON.stringify(
    bodies[wire]({ tools: ["read", "run"], isMarked: true, more: [], model: models[wire], ...opening }),
  );
}

const models: Readonly<Record<DialectName, string>> = {
  "anthropic-messages": "claude-sonnet-4-5",
  "openai-chat": "gpt-5.5",
  "openai-responses": "gpt-5.5",
  "gemini-generate": "gemini-2.5-pro",
  "bedrock-converse": "",
};

const bodies: Readonly<Record<DialectName, (opening: Required<Opening>) => object>> = {
  "anthropic-messages": ({ model, system, asks, tools, isMarked, more }) => ({
    model,
    tools: tools.map((name) => ({ name, input_schema: schema })),
    system: [{ type: "text", text: system, ...(isMarked && mark) }],
    messages: [asks, ...more].map((text, at) => ({
      role: roleAt(at),
      content: [{ type: "text", text, ...(at === more.length && mark) }],
    })),
  }),
  "openai-chat": ({ model, system, asks, tools, more }) => ({
    model,
    tools: tools.map((name) => ({ type: "function", function: { name, parameters: schema } })),
    messages: [
      { role: "system", content: system },
      ...[asks, ...more].map((content, at) => ({ role: roleAt(at), content })),
    ],
  }),
  "openai-responses": ({ model, system, asks, tools }) => ({
    model,
    tools: tools.map((name) => ({ type: "function", name, parameters: schema })),
    instructions: system,
    input: [{ role: "user", content: asks }],
  }),
  "gemini-generate": ({ system, asks, tools }) => ({
    tools: [{ functionDeclarations: tools.map((name) => ({ name, parameters: schema })) }],
    systemInstruction: { parts: [{ text: system }] },
    contents: [{ role: "user", parts: [{ text: asks }] }],
  }),
  "bedrock-converse": ({ system, asks, tools, isMarked }) => ({
    toolConfig: { tools: tools.map((name) => ({ toolSpec: { name, inputSchema: { json: schema } } })) },
    system: [{ text: system }, ...(isMarked ? [{ cachePoint: { type: "default" } }] : [])],
    messages: [{ role: "user", content: [{ text: asks }, { cachePoint: { type: "default" } }] }],
  }),
};

function roleAt(index: number): string {
  return index % 2 === 0 ? "user" : "assistant";
}
