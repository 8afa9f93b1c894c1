import { describe, expect, it } from "vitest";
import { renderTool } from "../../harness/cache-model/tokens/render-tool.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { messagesExchange } from "../support/messages-body.ts";

/** Far deeper than calls may nest, and no deeper than an engine parses. */
const DEPTH = 24_000;

const lists = (inmost: string): string => "[".repeat(DEPTH) + inmost + "]".repeat(DEPTH);
const objects = (inmost: string): string => `{"items":`.repeat(DEPTH) + inmost + "}".repeat(DEPTH);
const schemas = (inmost: string): string =>
  `{"type":"object","properties":{"a":`.repeat(DEPTH) + inmost + "}}".repeat(DEPTH);

const MESSAGES = "/v1/messages";
const CHAT = "/v1/chat/completions";
const RESPONSES = "/v1/responses";
const GEMINI = "/v1beta/models/gemini-3-pro:generateContent";
const CONVERSE = "/model/anthropic.claude-sonnet-4-5/converse";

const places: readonly (readonly [name: string, path: string, body: (deep: string) => string])[] = [
  ["a call's input", MESSAGES, (deep) => claude(`{"type":"tool_use","id":"t","name":"a","input":{"x":${deep}}}`)],
  ["a result's content", MESSAGES, (deep) => claude(`{"type":"tool_result","tool_use_id":"t","content":${deep}}`)],
  ["a block of an unknown type", MESSAGES, (deep) => claude(`{"type":"new","of":${deep}}`)],
  ["a document's source", MESSAGES, (deep) => claude(`{"type":"document","source":{"content":${deep}}}`)],
  ["a schema", MESSAGES, (deep) => `{"tools":[{"name":"a","input_schema":${deep}}],${claude("").slice(1)}`],
  ["a system block", MESSAGES, (deep) => `{"system":[{"type":"text","text":"a","of":${deep}}],${claude("").slice(1)}`],
  ["a setting", MESSAGES, (deep) => `{"thinking":${deep},"metadata":${deep},${claude("").slice(1)}`],
  ["a member of a message", MESSAGES, (deep) => `{"messages":[{"role":"user","of":${deep},"content":"a"}]}`],
  [
    "Chat: a schema",
    CHAT,
    (deep) => `{"tools":[{"type":"function","function":{"name":"a","parameters":${deep}}}],${gpt()}`,
  ],
  [
    "Chat: arguments",
    CHAT,
    (deep) =>
      `{${gpt(`,{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"a","arguments":${JSON.stringify(deep)}}}]}`)}`,
  ],
  ["Responses: an item", RESPONSES, (deep) => `{"model":"gpt-5.5","input":[{"type":"new","of":${deep}}]}`],
  [
    "Responses: arguments",
    RESPONSES,
    (deep) =>
      `{"model":"gpt-5.5","input":[{"type":"function_call","call_id":"c","name":"a","arguments":${JSON.stringify(deep)}}]}`,
  ],
  [
    "Gemini: arguments",
    GEMINI,
    (deep) => `{"contents":[{"role":"model","parts":[{"functionCall":{"name":"a","args":{"x":${deep}}}}]}]}`,
  ],
  [
    "Gemini: a response",
    GEMINI,
    (deep) => `{"contents":[{"role":"user","parts":[{"functionResponse":{"name":"a","response":{"x":${deep}}}}]}]}`,
  ],
  [
    "Gemini: a schema",
    GEMINI,
    (deep) => `{"tools":[{"functionDeclarations":[{"name":"a","parameters":${deep}}]}],"contents":[]}`,
  ],
  [
    "Converse: input",
    CONVERSE,
    (deep) =>
      `{"messages":[{"role":"assistant","content":[{"toolUse":{"toolUseId":"t","name":"a","input":{"x":${deep}}}}]}]}`,
  ],
  [
    "Converse: a result",
    CONVERSE,
    (deep) =>
      `{"messages":[{"role":"user","content":[{"toolResult":{"toolUseId":"t","content":[{"json":{"x":${deep}}}]}}]}]}`,
  ],
];

it("a tool with a very deep schema is rendered down to the depth of real ones", () => {
  for (const deep of [lists, objects, schemas].map((nest) => nest("1"))) {
    expect(renderTool(`{"name":"a","parameters":${deep}}`)).toContain("type a = ");
  }
});

describe("a body that is nested deeper than the call stack is judged", () => {
  it.each(places)("with the nesting in %s", (name, path, body) => {
    const sent = (text: string, id: string) => ({ ...messagesExchange(text, id), path });
    const deep = name.endsWith("a schema") ? schemas : name.endsWith("an item") ? objects : lists;
    const [parent, child] = [body(deep("1")), body(deep("2"))];
    const provider = path === CHAT || path === RESPONSES ? "openai" : path === GEMINI ? "gemini" : "anthropic";
    const same = judge({ parent: sent(parent, "1"), child: sent(parent, "2"), provider });
    expect(same.verdict).toBe("byte-identical");
    const other = judge({ parent: sent(parent, "1"), child: sent(child, "2"), provider });
    expect(other.findings.filter(({ role }) => role === "cause").length).toBeLessThan(3);
  });
});

function claude(block: string): string {
  return `{"model":"claude-sonnet-4-5","messages":[{"role":"user","content":[{"type":"text","text":"hi"}${block && `,${block}`}]}]}`;
}

function gpt(more = ""): string {
  return `"model":"gpt-5.5","messages":[{"role":"user","content":"hi"}${more}]}`;
}
