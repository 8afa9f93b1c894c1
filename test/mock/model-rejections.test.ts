import { describe, expect, test } from "vitest";
import { askWire, type Json } from "./ask-wire.ts";

const [CHAT, RESPONSES, MESSAGES] = ["/v1/chat/completions", "/v1/responses", "/v1/messages"];
const INVOKE = "/model/us.anthropic.claude-haiku-4-5-20251001-v1:0/invoke";
const gemini = (model: string): string => `/v1beta/models/${model}:generateContent`;

const KEYS = {
  authorization: "Bearer k",
  "x-api-key": "k",
  "x-goog-api-key": "k",
  "x-forkproof-lane": "fork",
  "anthropic-version": "2023-06-01",
};

const ask = (model: string, change: Json = {}): Json => ({
  model,
  max_tokens: 64,
  messages: [{ role: "user", content: "a" }],
  ...change,
});
const say = (text: string): Json => ({ messages: [{ role: "user", content: text }] });
const chat = (model: string, change: Json = {}): Json => ({ model, ...say("a"), ...change });
const strict = (count: number, schema: Json = {}): Json => ({
  tools: Array.from({ length: count }, (_, at) => ({
    name: `t${at}`,
    strict: true,
    input_schema: { type: "object", properties: {}, additionalProperties: false, ...schema },
  })),
});
const properties = (count: number, schema: unknown): Json => ({
  properties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, schema])),
});
const part = (type: string, more: Json): Json => ({
  messages: [
    {
      role: "user",
      content: [
        { type: "text", text: "a" },
        { type, ...more },
      ],
    },
  ],
});
const parts = (text: string): Json => ({ contents: [{ role: "user", parts: [{ text }] }] });
const sonnet = "claude-sonnet-4-6";
const always = ["claude-fable-5", "claude-fable-5-1", "claude-mythos-5-1"];

type Row = readonly [name: string, path: string, body: Json, status: number, message: RegExp];

/** Words: recorded refusals, harness/providers/FACTS.md#anthropic-refusals, and the issues that the checks name. */
const refused: readonly Row[] = [
  ["a misspelt model", MESSAGES, ask("claude-sonet-4-5"), 404, /^model: claude-sonet-4-5$/],
  ["the same of a count", "/v1/messages/count_tokens", ask("claude-does-not-exist"), 404, /^model: claude-does-not/],
  ["21 strict tools", MESSAGES, ask(sonnet, strict(21)), 400, /^Too many strict tools \(21\)\. The maximum .* is 20\./],
  ["25 optional parameters", MESSAGES, ask(sonnet, strict(1, properties(25, {}))), 400, /optional parameters \(25\)/],
  [
    "17 parameters of several types in two tools",
    MESSAGES,
    ask(sonnet, strict(17, { ...properties(1, { anyOf: [] }), required: ["p0"] })),
    400,
    /\(17 parameters with type arrays or anyOf\)/,
  ],
  [
    "a parameter of which nothing is said",
    MESSAGES,
    ask(sonnet, strict(1, { ...properties(1, true), required: ["p0"] })),
    400,
    /^tools\.0\.custom: For 'object' type, property 'properties' is not supported$/,
  ],
  [
    "definitions that lead in a circle",
    MESSAGES,
    ask(sonnet, strict(1, { $defs: { A: { $ref: "#/$defs/B" }, B: { items: [{ $ref: "#/$defs/A" }] } } })),
    400,
    /^tools\.0\.custom: Invalid schema: Circular reference detected in schema definitions: A -> B -> A\./,
  ],
  [
    "a mark on a tool that is loaded later",
    MESSAGES,
    ask(sonnet, {
      tools: [
        { name: "x", input_schema: { type: "object" }, defer_loading: true, cache_control: { type: "ephemeral" } },
      ],
    }),
    400,
    /^Tool 'x' cannot have both defer_loading=true and cache_control set\. Tools with defer_loading cannot use/,
  ],
  [
    "a block of a beta that is not asked for",
    MESSAGES,
    ask("claude-opus-5", { messages: [{ role: "user", content: [{ type: "fallback" }] }] }),
    400,
    /^messages\.0\.content\.0: Input tag 'fallback' found using 'type' does not match any of the expected tags: /,
  ],
  ...always.map((model): Row => [
    `thinking disabled on ${model}`,
    MESSAGES,
    ask(model, { thinking: { type: "disabled" } }),
    400,
    /^"thinking\.type\.disabled" is not supported for this model/,
  ]),
  [
    "an effort above 4.6's",
    MESSAGES,
    ask("claude-opus-4-6", { output_config: { effort: "xhigh" } }),
    400,
    /^This model does not support effort level 'xhigh'\. Supported levels: high, low, max, medium\.$/,
  ],
  ["a misspelt model of OpenAI's", CHAT, chat("gpt-5.2-proo"), 404, /^The model `gpt-5\.2-proo` does not exist/],
  ["the same on Responses", RESPONSES, { model: "gpt-5.2-proo", input: "a" }, 400, /'gpt-5\.2-proo' does not exist/],
  [
    "instructions for o1-mini",
    CHAT,
    chat("o1-mini", { messages: [{ role: "developer", content: "b" }] }),
    400,
    /^Unsupported value: 'messages\[0\]\.role' does not support 'developer' with this model\.$/,
  ],
  ["a search by gpt-4o", CHAT, chat("gpt-4o", { web_search_options: {} }), 400, /^Web search options not supported/],
  [
    "a picture that is none",
    CHAT,
    chat("gpt-4o", part("image_url", { image_url: { url: "data:image/png;base64,UGxlYXNl" } })),
    400,
    /^You uploaded an unsupported image\./,
  ],
  ["a model of DeepSeek's that is none", CHAT, chat("deepseek-v9-x"), 400, /but you passed deepseek-v9-x\.$/],
  [
    "a picture for DeepSeek, at the end of its message",
    CHAT,
    chat("deepseek-v4-flash", part("image_url", { image_url: { url: "https://a.example/b.png" } })),
    400,
    /: messages\[0\]: unknown variant `image_url`, expected `text` at line 1 column 163$/,
  ],
  [
    "a forced tool while DeepSeek thinks",
    CHAT,
    chat("deepseek-v4-pro", { thinking: { type: "enabled" }, tool_choice: "required" }),
    400,
    /^Thinking mode does not support this tool_choice$/,
  ],
  [
    "a misspelt model of Gemini's",
    gemini("gemini-3.6-flahs"),
    parts("a"),
    404,
    /^models\/gemini-3\.6-flahs is not found/,
  ],
  [
    "the address of a picture on Bedrock",
    INVOKE,
    {
      anthropic_version: "bedrock-2023-05-31",
      max_tokens: 64,
      messages: [{ role: "user", content: [{ type: "image", source: { type: "url", url: "https://a.example" } }] }],
    },
    400,
    /^messages\.0\.content\.0\.image\.source\.base64\.data: URL sources are not supported$/,
  ],
];

test.each(refused)("%s", async (_name, path, body, status, message) => {
  const answer = await askWire().ask(path, body, KEYS);
  const error = (answer.json["error"] ?? answer.json) as Json;
  expect([answer.status, error["message"]]).toEqual([status, expect.stringMatching(message)]);
});

test("vendors who speak OpenAI's wire refuse a model in bodies of their own", async () => {
  const { ask: send } = askWire();
  const [xai, routed] = [await send(CHAT, chat("grok-nonexistent")), await send(CHAT, chat("openai/gpt-nonexistent"))];
  expect([xai.status, xai.json]).toEqual([
    400,
    { code: "invalid-argument", error: "Model not found: grok-nonexistent" },
  ]);
  expect([routed.status, routed.json]).toEqual([
    400,
    { error: { message: "openai/gpt-nonexistent is not a valid model ID", code: 400 } },
  ]);
});

type Headers = Readonly<Record<string, string>>;

const taken: readonly (readonly [name: string, path: string, body: Json, headers?: Headers])[] = [
  ["a model that is to come", MESSAGES, ask("claude-opus-6")],
  ["a dated model with its window", MESSAGES, ask("claude-sonnet-4-5-20250929[1m]")],
  ["20 strict tools", MESSAGES, ask(sonnet, strict(20))],
  ["24 optional parameters", MESSAGES, ask(sonnet, strict(1, properties(24, { type: "string" })))],
  [
    "many of a tool that is not strict",
    MESSAGES,
    ask(sonnet, { tools: [{ name: "x", input_schema: { type: "object", ...properties(99, true) } }] }),
  ],
  [
    "a definition that two refer to",
    MESSAGES,
    ask(sonnet, strict(1, { $defs: { A: {}, B: { $ref: "#/$defs/A" }, C: { $ref: "#/$defs/A" } } })),
  ],
  [
    "a block of a beta that is asked for",
    MESSAGES,
    ask("claude-opus-5", { messages: [{ role: "user", content: [{ type: "fallback" }] }] }),
    { "anthropic-beta": "server-side-fallback-2026-07-01" },
  ],
  ["thinking disabled on Opus 5", MESSAGES, ask("claude-opus-5", { thinking: { type: "disabled" } })],
  ["the highest effort since Opus 4.7", MESSAGES, ask("claude-opus-4-7", { output_config: { effort: "xhigh" } })],
  ["a dated model of OpenAI's", CHAT, chat("gpt-5.2-pro-2025-12-11")],
  ["one of Bedrock's", CHAT, chat("openai.gpt-oss-safeguard-20b")],
  [
    "a picture",
    CHAT,
    chat("gpt-4o", part("image_url", { image_url: { url: "data:image/png;base64,iVBORw0KGgoAAAA" } })),
  ],
  ["a member of Gemini's that is null", gemini("gemini-3.1-pro-preview"), { ...parts("a"), safetySettings: null }],
];

describe("what is near to that and taken", () => {
  const rows = taken.map(([name, path, body, headers = {}]) => [name, path, body, headers] as const);
  test.each(rows)("%s", async (_name, path, body, headers) => {
    const answer = await askWire().ask(path, body, { ...KEYS, ...headers });
    expect([answer.status, answer.json["error"]]).toEqual([200, undefined]);
  });

  test("a path says which wire it is, whatever headers a gateway sends along", async () => {
    const { ask: send } = askWire({ fork: [{ text: "Fine." }, { text: "Fine." }] });
    expect((await send(CHAT, chat("gpt-5.2"), KEYS)).json["object"]).toBe("chat.completion");
    expect((await send(RESPONSES, { model: "gpt-5.2", input: "a" }, KEYS)).json["object"]).toBe("response");
    expect((await send("/v1/nothing", {}, KEYS)).json).toMatchObject({
      type: "error",
      error: { type: "not_found_error" },
    });
  });
});
