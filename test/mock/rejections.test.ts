import { describe, expect, test } from "vitest";
import { parentBody } from "./anthropic-body.ts";
import { askHandler } from "./ask-handler.ts";
import { assistant, base, call, result, say, talk, user, type Json } from "./messages-json.ts";

const tool = (name: string): Json => ({ name, input_schema: { type: "object" } });
const [mark, hour] = [{ type: "ephemeral" }, { type: "ephemeral", ttl: "1h" }];

/** Wording: harness/providers/FACTS.md#anthropic-refusals and harness/providers/FACTS.md#openai-refusals; ids of harness/cache-model/VECTORS.md where there is one. */
const refusals: readonly (readonly [name: string, body: unknown, status: number, type: string, message: string])[] = [
  ["no JSON", "{", 400, "invalid_request_error", "The request body is not valid JSON."],
  ["no model", { max_tokens: 1, messages: [] }, 400, "invalid_request_error", "model: Field required"],
  ["an unknown model", { ...parentBody, model: "gpt-9" }, 404, "not_found_error", "model: gpt-9"],
  [
    "no max_tokens",
    { model: "claude-sonnet-4-6", messages: [] },
    400,
    "invalid_request_error",
    "max_tokens: Field required",
  ],
  ["no messages", base, 400, "invalid_request_error", "messages: Field required"],
  [
    "invalid messages",
    { ...base, messages: ["x"] },
    400,
    "invalid_request_error",
    "messages.0: Input does not match the expected shape.",
  ],
  ["no message at all", talk(), 400, "invalid_request_error", "messages: at least one message is required"],
  [
    "an assistant first",
    talk(assistant(say("a")), user(say("b"))),
    400,
    "invalid_request_error",
    'messages: first message must use the "user" role',
  ],
  [
    "V46, F18 a dangling call",
    talk(user(say("a")), assistant(call("c1")), user(say("b"))),
    400,
    "invalid_request_error",
    "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: c1. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
  ],
  [
    "V47 of two calls the missing one",
    talk(user(say("a")), assistant(call("c1"), call("c2")), user(result("c1"))),
    400,
    "invalid_request_error",
    "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: c2. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
  ],
  [
    "text behind a call",
    talk(user(say("a")), assistant(call("c1"), say("then")), user(result("c1"))),
    400,
    "invalid_request_error",
    "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: c1. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
  ],
  [
    "an orphan result",
    talk(user(say("a"), result("c9"))),
    400,
    "invalid_request_error",
    "messages.0.content.1: unexpected `tool_use_id` found in `tool_result` blocks: c9. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
  ],
  [
    "two results of one call",
    talk(user(say("a")), assistant(call("c1")), user(result("c1"), result("c1"))),
    400,
    "invalid_request_error",
    "each tool_use must have a single result. Found multiple `tool_result` blocks with id: c1",
  ],
  [
    "one id for two calls",
    talk(user(say("a")), assistant(call("c1")), user(result("c1")), assistant(call("c1")), user(result("c1"))),
    400,
    "invalid_request_error",
    "messages.3.content.0: `tool_use` ids must be unique",
  ],
  [
    "V16, F17 five marks",
    talk(user(...["a", "b", "c", "d", "e"].map((text) => say(text, mark)))),
    400,
    "invalid_request_error",
    "A maximum of 4 blocks with cache_control may be provided. Found 5.",
  ],
  [
    "V17 four marks and the automatic one",
    { ...talk(user(...["a", "b", "c", "d"].map((text) => say(text, mark)), say("e"))), cache_control: mark },
    400,
    "invalid_request_error",
    "A maximum of 4 blocks with cache_control may be provided. Found 5.",
  ],
  [
    "V18 the automatic mark on a block that is marked for longer",
    { ...talk(user(say("a", hour))), cache_control: mark },
    400,
    "invalid_request_error",
    "messages.0.content.0.cache_control: the top-level cache_control has another ttl than the last block's",
  ],
  [
    "V19 an hour behind five minutes",
    { ...talk(user(say("a", hour))), system: [say("s", mark)] },
    400,
    "invalid_request_error",
    "messages.0.content.0.cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Note that blocks are processed in the following order: `tools`, `system`, `messages`.",
  ],
  [
    "an unknown lifetime",
    talk(user(say("a", { ...mark, ttl: "2h" }))),
    400,
    "invalid_request_error",
    "messages.0.content.0.cache_control.ttl: Input should be '5m' or '1h'",
  ],
  [
    "V48 a mark on empty text",
    { ...talk(user(say("a"))), system: [say("", mark)] },
    400,
    "invalid_request_error",
    "system.0: cache_control cannot be set for empty text blocks",
  ],
  ["empty text", talk(user(say(""))), 400, "invalid_request_error", "messages: text content blocks must be non-empty"],
  [
    "an empty string",
    talk({ role: "user", content: "" }),
    400,
    "invalid_request_error",
    "messages: text content blocks must be non-empty",
  ],
  [
    "a message of nothing",
    talk(user(), user(say("a"))),
    400,
    "invalid_request_error",
    "messages.0: all messages must have non-empty content except for the optional final assistant message",
  ],
  [
    "a prefill on 4.6",
    talk(user(say("a")), assistant(say("b"))),
    400,
    "invalid_request_error",
    "This model does not support assistant message prefill. The conversation must end with a user message.",
  ],
  [
    "a forced tool without tools",
    { ...talk(user(say("a"))), tool_choice: { type: "any" } },
    400,
    "invalid_request_error",
    "tool_choice may only be specified while providing tools.",
  ],
  [
    "two tools of one name",
    { ...talk(user(say("a"))), tools: [tool("x"), tool("x")] },
    400,
    "invalid_request_error",
    "tools: Tool names must be unique.",
  ],
  [
    "V41 a pre-warm that streams",
    { ...talk(user(say("a"))), max_tokens: 0, stream: true },
    400,
    "invalid_request_error",
    "max_tokens: 0 cannot be combined with stream",
  ],
  [
    "a strange role",
    talk({ role: "robot", content: "a" }),
    400,
    "invalid_request_error",
    "messages.0.role: Input should be 'user' or 'assistant'",
  ],
];

describe("the mocked Anthropic provider refuses", () => {
  test.each(refusals)("a request with this fault: %s", (_name, body, status, type, message) => {
    const { ask, handler } = askHandler([{ text: "Fine." }]);
    const refused = ask(body);
    expect(refused).toMatchObject({
      status,
      lane: null,
      json: { type: "error", error: { type, message }, request_id: "req_1" },
    });
    expect(refused.plan.prediction).toBe(null);
    expect(ask().plan.prediction?.usage.read, "a refused request writes nothing").toBe(0);
    expect(handler.finish(), "and uses no step of the script").toEqual([]);
  });

  test("a request without a key, or without a version", () => {
    const { ask } = askHandler([{ text: "Fine." }]);
    expect(ask(parentBody, { headers: [["anthropic-version", "2023-06-01"]] })).toMatchObject({
      status: 401,
      json: { error: { type: "authentication_error", message: "x-api-key header is required" } },
    });
    expect(ask(parentBody, { headers: [["authorization", "Bearer k"]] })).toMatchObject({
      status: 400,
      json: { error: { message: "anthropic-version: header is required" } },
    });
  });

  test("a request to another path", () => {
    const { ask, handler } = askHandler([{ text: "Fine." }]);
    expect(ask(parentBody, { path: "/v1/v1/messages" })).toMatchObject({
      status: 404,
      json: { error: { type: "not_found_error" } },
    });
    expect(handler.finish()[0]?.what).toContain("Other requests went to POST /v1/v1/messages.");
  });

  test("requests that were refused are named where the script has a step left, with the reason", () => {
    const { ask, handler } = askHandler([{ text: "Fine." }]);
    ask(parentBody, { headers: [["anthropic-version", "2023-06-01"]] });
    const [fault] = handler.finish();
    expect(fault).toMatchObject({ code: "HX412", fix: "Correct the request that was refused." });
    expect(fault?.what).toContain("The provider refused request 1 with 401: x-api-key header is required.");
  });
});
