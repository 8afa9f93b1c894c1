import { describe, expect, test } from "vitest";
import { askWire, type Json } from "./ask-wire.ts";

const CHAT = "/v1/chat/completions";
const RESPONSES = "/v1/responses";

const user = { role: "user", content: "Hello." };
const chat = (...messages: readonly Json[]): Json => ({ model: "gpt-5.2", messages });
const calling = (...ids: readonly string[]): Json => ({
  role: "assistant",
  content: null,
  tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "Read", arguments: "{}" } })),
});
const tool = (id: string): Json => ({ role: "tool", tool_call_id: id, content: "ok" });

const said = { type: "message", role: "user", content: [{ type: "input_text", text: "Hello." }] };
const items = (...input: readonly Json[]): Json => ({ model: "gpt-5.6-sol", input });
const call = (call_id: string): Json => ({ type: "function_call", call_id, name: "Read", arguments: "{}" });
const custom = (call_id: string): Json => ({ type: "custom_tool_call", call_id, name: "exec", input: "x" });
const output = (call_id: string): Json => ({ type: "function_call_output", call_id, output: "ok" });

const point = { prompt_cache_breakpoint: { mode: "explicit" } };
const marked = (model: string): Json => ({
  model,
  messages: [{ role: "user", content: [{ type: "text", text: "Hello.", ...point }] }],
});

type Refusal = readonly [name: string, path: string, body: unknown, status: number, error: Json];

const invalid = { type: "invalid_request_error" };

/** Wording: harness/providers/FACTS.md#openai-refusals and #gemini-explicit; ids of harness/cache-model/VECTORS.md where there is one. */
const refusals: readonly Refusal[] = [
  ["chat: no JSON", CHAT, "{", 400, { ...invalid, message: expect.stringMatching(/parse the JSON body/) }],
  ["chat: no model", CHAT, { messages: [user] }, 400, { ...invalid, message: "you must provide a model parameter" }],
  [
    "chat: no messages",
    CHAT,
    { model: "gpt-5.2" },
    400,
    { ...invalid, code: "missing_required_parameter", param: "messages" },
  ],
  ["chat: an empty list", CHAT, chat(), 400, { ...invalid, code: "empty_array", param: "messages" }],
  [
    "chat: a strange role",
    CHAT,
    chat({ role: "robot", content: "x" }),
    400,
    { ...invalid, code: "invalid_value", param: "messages[0].role" },
  ],
  [
    "chat: a call without its result",
    CHAT,
    chat(user, calling("call_a", "call_b"), tool("call_a"), user),
    400,
    {
      ...invalid,
      param: "messages.[1].role",
      message:
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: call_b",
    },
  ],
  [
    "chat: the same of DeepSeek",
    CHAT,
    { ...chat(user, calling("call_a"), user), model: "deepseek-chat" },
    400,
    { ...invalid, message: expect.stringMatching(/\(insufficient tool messages following tool_calls message\)$/) },
  ],
  [
    "chat: a result without its call",
    CHAT,
    chat(user, tool("call_a")),
    400,
    {
      ...invalid,
      message: expect.stringMatching(
        /messages with role 'tool' must be a response to a preceding message with 'tool_calls'/,
      ),
    },
  ],
  [
    "chat: a result of another call",
    CHAT,
    chat(user, calling("call_a"), tool("call_x")),
    400,
    { ...invalid, param: "messages.[2].tool_call_id" },
  ],
  [
    "chat: nothing said",
    CHAT,
    chat({ role: "user", content: null }),
    400,
    { ...invalid, param: "messages.[0].content" },
  ],
  [
    "chat: a temperature of 99",
    CHAT,
    { ...chat(user), temperature: 99 },
    400,
    {
      ...invalid,
      code: "decimal_above_max_value",
      param: "temperature",
      message: "Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got 99 instead.",
    },
  ],
  [
    "chat: a choice without tools",
    CHAT,
    { ...chat(user), tool_choice: "auto" },
    400,
    { ...invalid, param: "tool_choice" },
  ],
  [
    "V72 a breakpoint on gpt-5.5",
    CHAT,
    marked("gpt-5.5"),
    400,
    {
      ...invalid,
      param: "messages[0].content[0].prompt_cache_breakpoint",
      message: "prompt_cache_breakpoint is not supported on this model",
    },
  ],
  [
    "V72 cache options on gpt-5.5, on Responses",
    RESPONSES,
    { ...items(said), model: "gpt-5.5", prompt_cache_options: { mode: "explicit" } },
    400,
    { ...invalid, param: "prompt_cache_options" },
  ],
  [
    "chat: two ways to say a lifetime",
    CHAT,
    { ...marked("gpt-5.6-sol"), prompt_cache_options: { ttl: "12h" }, prompt_cache_retention: "24h" },
    400,
    { ...invalid, param: "prompt_cache_retention" },
  ],
  ["chat: a breakpoint at Moonshot", CHAT, marked("kimi-k3"), 400, invalid],
  ["responses: no input", RESPONSES, { model: "gpt-5.6-sol" }, 400, { ...invalid, param: "input" }],
  [
    "V80 a function call without its output",
    RESPONSES,
    items(said, call("call_a")),
    400,
    { ...invalid, param: "input", message: "No tool output found for function call call_a." },
  ],
  [
    "V80 the same of DeepSeek",
    RESPONSES,
    { ...items(said, call("call-a")), model: "deepseek-v4-flash" },
    400,
    {
      ...invalid,
      param: null,
      code: "invalid_request_error",
      message: "No tool output found for tool call call-a.",
    },
  ],
  [
    "responses: a custom tool's call with a function's output",
    RESPONSES,
    items(said, custom("call_a"), output("call_a")),
    400,
    { ...invalid, param: "input", message: "No tool call found for function call output with call_id call_a." },
  ],
  [
    "responses: a function's call with a custom tool's output",
    RESPONSES,
    items(said, call("call_a"), { ...output("call_a"), type: "custom_tool_call_output" }),
    400,
    { ...invalid, param: "input", message: "No tool call found for custom tool call output with call_id call_a." },
  ],
  [
    "responses: an output without its call",
    RESPONSES,
    items(said, output("call_a")),
    400,
    { ...invalid, message: "No tool call found for function call output with call_id call_a." },
  ],
  [
    "responses: reasoning that lost what followed it",
    RESPONSES,
    items(said, { type: "reasoning", id: "rs_1", summary: [] }, said),
    400,
    { ...invalid, message: "Item 'rs_1' of type 'reasoning' was provided without its required following item." },
  ],
  [
    "responses: a member of the other wire",
    RESPONSES,
    { ...items(said), response_format: {} },
    400,
    { ...invalid, code: "unknown_parameter", message: "Unknown parameter: 'response_format'." },
  ],
];

describe("what the provider refuses, in its own words", () => {
  test.each(refusals)("%s", async (_name, path, body, status, error) => {
    const { ask } = askWire();
    const refused = await ask(path, body);
    expect(refused.status).toBe(status);
    expect(refused.json["error"]).toEqual(expect.objectContaining(error));
  });

  test.each([
    [CHAT, chat(user), 401],
    [RESPONSES, items(said), 401],
  ])("%s without a key", async (path, body, status) => {
    expect((await askWire().ask(path, body, {})).status).toBe(status);
  });

  test.each([
    ["/v1/v1/chat/completions", chat(user)],
    ["/v1/v1/responses", items(said)],
    ["/v1/nothing", {}],
    ["/model/anthropic.claude-x/no-such-operation", {}],
    ["/v1beta/models/gemini-2.5-flash:embedContent", {}],
  ])("%s is no endpoint", async (path, body) => {
    expect((await askWire().ask(path, body)).status).toBe(404);
  });
});

test("what goes to no wire at all is refused as OpenAI refuses it", async () => {
  const { json } = await askWire().ask("/v1/nothing", {});
  expect(json["error"]).toEqual({ ...invalid, message: "Invalid URL", param: null, code: null });
});

describe("what the provider takes", () => {
  test.each<readonly [name: string, path: string, body: Json]>([
    ["results in any order", CHAT, chat(user, calling("a", "b"), tool("b"), tool("a"))],
    ["a breakpoint since GPT-5.6", CHAT, marked("gpt-5.6-sol")],
    ["another base path", "/compatible-mode/v1/chat/completions", { ...chat(user), model: "qwen3-coder-plus" }],
    ["a vendor's own parameters", CHAT, { ...chat(user), model: "glm-5.2", tool_choice: "auto", temperature: 3 }],
    ["text as input", RESPONSES, { model: "gpt-5.6-sol", input: "Hello." }],
    [
      "reasoning before a call",
      RESPONSES,
      items(said, { type: "reasoning", id: "rs_1", summary: [] }, call("a"), output("a")),
    ],
    ["calls side by side", RESPONSES, items(said, call("a"), call("b"), output("b"), output("a"))],
  ])("%s", async (_name, path, body) => {
    expect(await askWire().ask(path, body)).toMatchObject({ status: 200 });
  });
});
