import { expect, test } from "vitest";
import { readAnswer } from "../../../src/wire/stream/read-answer.ts";
import { wireFormats } from "../../../src/wire/wire-formats.ts";
import { forkOn } from "../support/fork-on.ts";
import { chatText, responseText } from "../support/wire-answers.ts";

const event = (data: string): string => `data: ${data}\n\n`;

const chatCall = (called: string): readonly string[] => [
  event(
    `{"id":"c","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"t1","type":"function","function":{${called}}}]},"finish_reason":null}]}`,
  ),
  event('{"id":"c","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}'),
  event("[DONE]"),
];

const responseCall = (called: string): readonly string[] => [
  event(
    `{"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","call_id":"t1",${called}}}`,
  ),
  event('{"type":"response.completed","response":{"id":"r1","status":"completed"}}'),
];

// Compatible servers write nothing where a tool takes no parameters; Anthropic's and Gemini's way to say so is an empty object.
test.each([
  ["openai-chat", '"name":"Now","arguments":""', "{}"],
  ["openai-chat", '"name":"Now","arguments":" \\n"', "{}"],
  ["openai-chat", '"name":"Now","arguments":null', "{}"],
  ["openai-chat", '"name":"Now"', "{}"],
  ["openai-chat", '"name":"Now","arguments":{"zone":"UTC"}', '{"zone":"UTC"}'],
  ["openai-responses", '"name":"Now","arguments":""', "{}"],
  ["openai-responses", '"name":"Now","arguments":null', "{}"],
  ["openai-responses", '"name":"Now","arguments":{"zone":"UTC"}', '{"zone":"UTC"}'],
] as const)("on %s a call with %s runs with %s", async (wire, called, input) => {
  const first = wire === "openai-chat" ? chatCall(called) : responseCall(called);
  const { result, histories } = await forkOn(wire, first, wire === "openai-chat" ? chatText : responseText);
  expect(result.decisions).toMatchObject([{ tool: "Now", decision: "allow", input: JSON.parse(input) }]);
  expect(result.stop).toEqual({ cause: "completed" });
  expect(JSON.stringify(histories[1]?.at(-1))).toContain(JSON.stringify(`Now ${input}`));
});

test.each(["openai-chat", "openai-responses"] as const)("on %s empty arguments in a whole answer become {}", (wire) => {
  const body =
    wire === "openai-chat"
      ? '{"choices":[{"message":{"role":"assistant","tool_calls":[{"id":"t1","type":"function","function":{"name":"Now","arguments":""}}]},"finish_reason":"tool_calls"}]}'
      : '{"status":"completed","output":[{"type":"function_call","call_id":"t1","name":"Now","arguments":""}]}';
  const { calls, content } = readAnswer(wireFormats[wire], Buffer.from(body));
  expect(calls).toEqual([{ id: "t1", name: "Now", input: "{}" }]);
  // What the provider wrote whole goes back as it wrote it.
  expect(content.toString()).toContain('"arguments":""');
});

test("arguments that are cut off do not count as empty", async () => {
  const { result } = await forkOn("openai-chat", chatCall('"name":"Now","arguments":"{"'), chatText);
  expect(result.decisions).toMatchObject([{ input: null, decision: "deny", rule: "arguments-unreadable" }]);
});
