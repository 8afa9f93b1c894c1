import { describe, expect, test } from "vitest";
import type { CacheSafeParams } from "../../../src/cache-safe/cache-safe-params.ts";
import { captureCacheSafeParams } from "../../../src/cache-safe/capture-cache-safe-params.ts";
import type { WireName } from "../../../src/wire/wire-format.ts";
import type { ScriptedBlock } from "../support/answers.ts";
import { calling, capture, listing, parentRequest, question } from "../support/parents.ts";
import { parentOn } from "../support/wire-parents.ts";

const call = (id: string): ScriptedBlock => ({ call: "Read", id, input: "{}" });
const assistant = (...ids: readonly string[]): string =>
  JSON.stringify({
    role: "assistant",
    content: ids.map((id) => ({ type: "tool_use", id, name: "Read", input: {} })),
  });
const results = (...ids: readonly string[]): string =>
  JSON.stringify({ role: "user", content: ids.map((id) => ({ type: "tool_result", tool_use_id: id, content: "" })) });

describe("the calls that a fork must answer first", () => {
  test.each<[string, readonly string[], readonly ScriptedBlock[] | null, readonly string[]]>([
    ["a user message and no answer", [question], null, []],
    ["a tool result and no answer", [question, calling, listing], null, []],
    ["an answer of text", [question], [{ text: "done" }], []],
    ["an answer with one call", [question], [call("t1")], ["t1"]],
    ["an answer with three calls", [question], [call("t1"), { text: "x" }, call("t2"), call("t3")], ["t1", "t2", "t3"]],
    ["a request that ends in a call", [question, calling], null, ["toolu_a"]],
    ["a request that ends in three calls", [question, assistant("t1", "t2", "t3")], null, ["t1", "t2", "t3"]],
    ["calls over two assistant messages", [question, assistant("t1"), assistant("t2")], null, ["t1", "t2"]],
    ["a call that some results leave out", [question, assistant("t1", "t2"), results("t2"), question], null, ["t1"]],
    ["a system note behind the results", [question, calling, listing, '{"role":"system","content":"n"}'], null, []],
    ["a prefill", [question, '{"role":"assistant","content":"The answer is"}'], null, []],
    ["a prefill and the answer that goes on", [question, '{"role":"assistant","content":"So"}'], [call("t1")], ["t1"]],
    ["a turn begun in the request and ended by the answer", [question, assistant("t1")], [call("t2")], ["t1", "t2"]],
    ["an old turn long answered", [question, assistant("t1"), results("t1"), assistant("t2"), results("t2")], null, []],
    ["no messages at all", [], null, []],
  ])("are found after %s", (_, messages, answer, open) => {
    expect(capture(messages, answer).continuation.openCalls.map(({ id }) => id)).toEqual(open);
  });

  test("are listed with name and ID", () => {
    expect(capture([question, calling]).continuation.openCalls).toEqual([{ id: "toolu_a", name: "List" }]);
  });
});

describe("the parent's answer", () => {
  test("is kept as a raw assistant message", () => {
    const answer = '{"content": [ {"type":"text","text":"\\u0068i"} ],"stop_reason":"end_turn"}';
    expect(from(answer).continuation.answer?.toString()).toBe(
      '{"role":"assistant","content":[ {"type":"text","text":"\\u0068i"} ]}',
    );
  });

  test("is left out if it is empty, since the API would refuse the message", () => {
    expect(from('{"content":[ ],"stop_reason":"end_turn"}').continuation).toEqual({ answer: null, openCalls: [] });
  });
});

test("a call of the provider's own tool that the answer completes does not count as paused", () => {
  const paused =
    '{"role":"assistant","content":[{"type":"server_tool_use","id":"srv_1","name":"web_search","input":{}}]}';
  const ended: ScriptedBlock = { raw: '{"type":"web_search_tool_result","tool_use_id":"srv_1","content":[]}' };
  expect(capture([question, paused], [ended]).continuation.openCalls).toEqual([]);
});

describe("a parent cannot be continued", () => {
  test("if it has paused in a call of the provider's own tool", () => {
    const paused = '{"type":"server_tool_use","id":"srv_1","name":"web_search","input":{}}';
    const refusal = { fault: "paused", message: expect.stringContaining("srv_1") };
    expect(() => capture([question], [{ raw: paused }])).toThrow(expect.objectContaining(refusal));
    expect(() => capture([question, `{"role":"assistant","content":[${paused}]}`])).toThrow(
      expect.objectContaining(refusal),
    );
  });

  test("if it is in another wire format", () => {
    expect(() => capture([question, '{"role":"tool","content":"x"}'])).toThrow(
      expect.objectContaining({ fault: "unknown-role", message: expect.stringContaining('"tool"') }),
    );
  });

  test.each([
    ["invalid JSON", "hello", null],
    ["no messages", "{}", null],
    ["a message without a role", '{"messages":[{"content":"x"}]}', null],
    ["a message without content", '{"messages":[{"role":"user"}]}', null],
    ["content that is a number", '{"messages":[{"role":"user","content":1}]}', null],
    ["a role of invalid JSON", '{"messages":[{"role":usr,"content":"x"}]}', null],
    ["an answer that is an error", parentRequest().toString(), '{"type":"error"}'],
    ["an answer that was cut", parentRequest().toString(), 'data: {"type":"message_start","message":{}}\n\n'],
  ])("if it is unreadable: %s", (_, request, answer) => {
    const exchange = {
      request: Buffer.from(request),
      headers: [],
      answer: answer === null ? null : Buffer.from(answer),
    };
    expect(() => captureCacheSafeParams(exchange)).toThrow(expect.objectContaining({ fault: "unreadable" }));
  });
});

function from(answer: string): ReturnType<typeof captureCacheSafeParams> {
  return captureCacheSafeParams({ request: parentRequest([question]), headers: [], answer: Buffer.from(answer) });
}

describe("a parent whose conversation the provider stores", () => {
  const on = (wire: WireName, member: string): CacheSafeParams =>
    captureCacheSafeParams({
      wire,
      request: Buffer.from(parentOn(wire).around(parentOn(wire).history.join(",")).replace("{", `{${member},`)),
      headers: [],
      answer: null,
    });

  test.each([
    ["openai-responses", '"conversation":"conv_1"'],
    ["openai-responses", '"conversation" : {"id":"conv_1"}'],
    ["anthropic-messages", '"thread":{"type":"continue","previous_message_id":"msg_1"}'],
  ] as const)("is refused on %s with %s", (wire, member) => {
    expect(() => on(wire, member)).toThrow(
      expect.objectContaining({ fault: "stored-conversation", fix: expect.stringContaining("whole conversation") }),
    );
  });

  test.each([
    ["openai-responses", '"conversation":null'],
    ["openai-responses", '"previous_response_id":"resp_1"'],
    ["anthropic-messages", '"thread":{"type":"create"}'],
    ["openai-chat", '"conversation":"none of its words"'],
  ] as const)("is not assumed on %s with %s", (wire, member) => {
    expect(on(wire, member).continuation.openCalls).toEqual([]);
  });
});
