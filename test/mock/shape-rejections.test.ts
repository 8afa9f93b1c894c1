import { expect, test } from "vitest";
import { askWire, type Json } from "./ask-wire.ts";

const CHAT = "/v1/chat/completions";
const RESPONSES = "/v1/responses";
const GEMINI = "/v1beta/models/gemini-2.5-flash:generateContent";
const CONVERSE = "/model/anthropic.claude-sonnet-4-5-20250929-v1:0/converse";
const INVOKE = "/model/anthropic.claude-sonnet-4-5-20250929-v1:0/invoke";

const chat = (change: Json): Json => ({ model: "gpt-5.2", messages: [{ role: "user", content: "a" }], ...change });
const items = (change: Json): Json => ({ model: "gpt-5.6-sol", input: "a", ...change });
const gemini = (change: Json): Json => ({ contents: [{ role: "user", parts: [{ text: "a" }] }], ...change });
const converse = (change: Json): Json => ({ messages: [{ role: "user", content: [{ text: "a" }] }], ...change });
const invoke = (change: Json): Json => ({
  anthropic_version: "bedrock-2023-05-31",
  max_tokens: 64,
  messages: [{ role: "user", content: "a" }],
  ...change,
});
const called = (parameters: unknown): Json => ({ type: "function", function: { name: "x", parameters } });

/** Wording: recorded refusals where they have the fault; elsewhere as its likes there and the API references. */
const refused: readonly (readonly [name: string, path: string, body: Json, status: number, error: Json])[] = [
  [
    "chat: a model of an unknown vendor",
    CHAT,
    chat({ model: "robot-9" }),
    404,
    {
      type: "invalid_request_error",
      code: "model_not_found",
      param: null,
      message: "The model `robot-9` does not exist or you do not have access to it.",
    },
  ],
  ["chat: an unknown member", CHAT, chat({ foo: 1 }), 400, { message: "Unrecognized request argument supplied: foo" }],
  [
    "chat: a temperature in words",
    CHAT,
    chat({ temperature: "hot" }),
    400,
    {
      code: "invalid_type",
      param: "temperature",
      message: "Invalid type for 'temperature': expected a decimal, but got a string instead.",
    },
  ],
  ["chat: tools that are no list", CHAT, chat({ tools: {} }), 400, { code: "invalid_type", param: "tools" }],
  [
    "chat: a tool that is null",
    CHAT,
    chat({ tools: [null] }),
    400,
    { param: "tools[0]", message: "Invalid type for 'tools[0]': expected an object, but got null instead." },
  ],
  [
    "chat: a function without a name",
    CHAT,
    chat({ tools: [{ type: "function", function: {} }] }),
    400,
    { code: "missing_required_parameter", param: "tools[0].function.name" },
  ],
  [
    "chat: a schema that is a list",
    CHAT,
    chat({ tools: [called([])] }),
    400,
    { code: "invalid_function_parameters", param: "tools[0].function.parameters" },
  ],
  [
    "chat: an unknown choice",
    CHAT,
    chat({ tools: [called({})], tool_choice: "any" }),
    400,
    { code: "invalid_value", param: "tool_choice" },
  ],
  [
    "chat: an unknown part",
    CHAT,
    chat({ messages: [{ role: "user", content: [{ type: "robot" }] }] }),
    400,
    { code: "invalid_value", param: "messages[0].content[0].type" },
  ],
  [
    "chat: a number for a content",
    CHAT,
    chat({ messages: [{ role: "user", content: 5 }] }),
    400,
    { code: "invalid_type", param: "messages[0].content" },
  ],
  [
    "chat: stream options without a stream",
    CHAT,
    chat({ stream_options: { include_usage: true } }),
    400,
    { param: "stream_options" },
  ],
  [
    "responses: a model of an unknown vendor",
    RESPONSES,
    items({ model: "robot-9" }),
    400,
    { code: "model_not_found", param: "model", message: "The requested model 'robot-9' does not exist." },
  ],
  [
    "responses: an unknown member",
    RESPONSES,
    items({ foo: 1 }),
    400,
    { code: "unknown_parameter", param: "foo", message: "Unknown parameter: 'foo'." },
  ],
  [
    "responses: a custom tool's call without its output",
    RESPONSES,
    items({ input: [{ type: "custom_tool_call", call_id: "call_a", name: "exec", input: "x" }] }),
    400,
    { param: "input", message: "No tool output found for custom tool call call_a." },
  ],
  [
    "responses: an item that is null",
    RESPONSES,
    items({ input: [null] }),
    400,
    { code: "invalid_type", param: "input[0]" },
  ],
  [
    "responses: a part of the other wire",
    RESPONSES,
    items({ input: [{ role: "user", content: [{ type: "text", text: "a" }] }] }),
    400,
    { code: "invalid_value", param: "input[0].content[0].type" },
  ],
  [
    "responses: a function of the other wire",
    RESPONSES,
    items({ tools: [called({})] }),
    400,
    { code: "missing_required_parameter", param: "tools[0].name" },
  ],
  [
    "gemini: an unknown member",
    GEMINI,
    gemini({ foo: 1 }),
    400,
    {
      code: 400,
      status: "INVALID_ARGUMENT",
      message: 'Invalid JSON payload received. Unknown name "foo": Cannot find field.',
    },
  ],
  [
    "gemini: an unknown member of a content",
    GEMINI,
    { contents: [{ role: "user", text: "a" }] },
    400,
    { message: "Invalid JSON payload received. Unknown name \"text\" at 'contents[0]': Cannot find field." },
  ],
  [
    "gemini: a temperature above 2",
    GEMINI,
    gemini({ generationConfig: { temperature: 3 } }),
    400,
    { status: "INVALID_ARGUMENT" },
  ],
  [
    "gemini: a temperature in words",
    GEMINI,
    gemini({ generationConfig: { temperature: "hot" } }),
    400,
    { status: "INVALID_ARGUMENT" },
  ],
  ["gemini: tools that are no list", GEMINI, gemini({ tools: {} }), 400, { status: "INVALID_ARGUMENT" }],
  [
    "gemini: a tool that is null",
    GEMINI,
    gemini({ tools: [null] }),
    400,
    { message: "Invalid value at 'tools[0]', null" },
  ],
];

test.each(refused)("the mocked provider refuses the shape: %s", async (_name, path, body, status, error) => {
  const answer = await askWire().ask(path, body);
  expect([answer.status, answer.json]).toEqual([status, { error: expect.objectContaining(error) }]);
});

/** Bedrock's error is a message alone. */
test.each<readonly [name: string, path: string, body: Json, message: RegExp]>([
  ["converse: an unknown member", CONVERSE, converse({ foo: 1 }), /extraneous key \[foo\] is not permitted/],
  [
    "converse: a temperature above 1",
    CONVERSE,
    converse({ inferenceConfig: { temperature: 3 } }),
    /Value '3' at 'inferenceConfig.temperature' .* less than or equal to 1$/,
  ],
  ["converse: a text for system", CONVERSE, converse({ system: "s" }), /at 'system' failed/],
  [
    "converse: no tool at all",
    CONVERSE,
    converse({ toolConfig: { tools: [] } }),
    /at 'toolConfig.tools' .* length greater than or equal to 1$/,
  ],
  [
    "converse: a tool that is null",
    CONVERSE,
    converse({ toolConfig: { tools: [null] } }),
    /'toolConfig.tools.1.member'/,
  ],
  ["invoke: an unknown member", INVOKE, invoke({ foo: 1 }), /^foo: Extra inputs are not permitted$/],
  ["invoke: a temperature above 1", INVOKE, invoke({ temperature: 3 }), /^temperature: range: 0..1$/],
])("the mocked Bedrock provider refuses the shape: %s", async (_name, path, body, message) => {
  const answer = await askWire().ask(path, body);
  expect(answer).toMatchObject({ status: 400, json: { message: expect.stringMatching(message) } });
  expect(answer.headers.get("x-amzn-errortype")).toBe("ValidationException");
});

test("other vendors on OpenAI's wire format ignore unknown members", async () => {
  const { ask } = askWire([{ text: "One." }, { text: "Two." }]);
  expect((await ask(CHAT, chat({ model: "qwen3-max", foo: 1 }))).status).toBe(200);
  expect((await ask(CHAT, chat({ model: "vendor/robot-9", foo: 1 }))).status).toBe(200);
});
