import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anthropicMessages } from "../../../src/wire/formats/anthropic-messages/anthropic-messages.ts";
import { AnswerAssembler } from "../../../src/wire/formats/anthropic-messages/answer-assembler.ts";
import type { Answer } from "../../../src/wire/stream/answer.ts";
import { readAnswer } from "../../../src/wire/stream/read-answer.ts";
import { SseDecoder } from "../../../src/wire/stream/sse-decoder.ts";
import { contentOf, streamedAnswer, wholeAnswer, type ScriptedBlock } from "../support/answers.ts";

const blocks: readonly ScriptedBlock[] = [
  { thinking: "Hm, \u{1F914}", signature: "c2ln" },
  { text: "Grüße, \u{1F600}" },
  { call: "Read", id: "toolu_1", input: '{ "path": "a b", "lines": 1.0, "2": "\\u00e9", "1": [] }' },
  { raw: '{"type":"redacted_thinking","data":"xyz"}' },
  { call: "Now", id: "toolu_2", input: "{}" },
];
const usage = { input_tokens: 3, cache_creation_input_tokens: 0, cache_read_input_tokens: 21000, output_tokens: 50 };

describe("the parent's answer", () => {
  test.each([
    ["streamed", streamedAnswer({ blocks, usage }).join("")],
    ["streamed with carriage returns", streamedAnswer({ blocks, usage }).join("").replaceAll("\n", "\r\n")],
    ["whole", wholeAnswer({ blocks, usage })],
  ])("in %s goes back with the bytes that the model wrote", (_, body) => {
    const { content, ...answer } = readAnswer(anthropicMessages, Buffer.from(body));
    expect(content.toString()).toBe(contentOf(blocks));
    expect(answer).toEqual({
      id: "msg_1",
      text: "Grüße, \u{1F600}",
      calls: [
        { id: "toolu_1", name: "Read", input: '{ "path": "a b", "lines": 1.0, "2": "\\u00e9", "1": [] }' },
        { id: "toolu_2", name: "Now", input: "{}" },
      ],
      pausedCalls: [],
      stopReason: "tool_use",
      usage: { prompt: 21003, read: 21000, write: 0, fresh: 3, output: 50 },
    });
  });

  test("is the same however the network splits its stream", () => {
    const body = Buffer.from(streamedAnswer({ blocks, usage }).join(""));
    fc.assert(
      fc.property(fc.array(fc.nat(body.length), { maxLength: 40 }), fc.boolean(), (cuts, windows) => {
        const bytes = windows ? Buffer.from(body.toString().replaceAll("\n", "\r\n")) : body;
        expect(assemble(bytes, cuts)).toEqual(assemble(body, []));
      }),
    );
  });

  test("keeps the raw bytes of a pretty-printed body", () => {
    const content = '[ {\n  "type": "text",\n  "text": "\\u0068i" } ]';
    const body = `{ "content": ${content}, "stop_reason": "end_turn" }`;
    expect(readAnswer(anthropicMessages, Buffer.from(body))).toEqual({
      id: null,
      content: Buffer.from(content),
      text: "hi",
      calls: [],
      pausedCalls: [],
      stopReason: "end_turn",
      usage: { prompt: null, read: null, write: null, fresh: null, output: null },
    });
  });

  test("takes the prompt counters from the start of the stream if its end lacks them", () => {
    const events = streamedAnswer({ blocks: [{ text: "hi" }], usage });
    const start = events.slice(0, -2).join("");
    const end = 'data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":9}}\n\n';
    expect(readAnswer(anthropicMessages, Buffer.from(`${start}${end}${events.at(-1)}`)).usage).toEqual({
      prompt: 21003,
      read: 21000,
      write: 0,
      fresh: 3,
      output: 9,
    });
  });

  test("wraps arguments of invalid JSON, and still shows them as written", () => {
    const cut = '{"path": "a';
    const { content, calls } = readAnswer(
      anthropicMessages,
      Buffer.from(streamedAnswer({ blocks: [{ call: "Read", id: "toolu_1", input: cut }] }).join("")),
    );
    expect(content.toString()).toBe(
      contentOf([{ call: "Read", id: "toolu_1", input: '{"INVALID_JSON":"{\\"path\\": \\"a"}' }]),
    );
    expect(calls).toEqual([{ id: "toolu_1", name: "Read", input: cut }]);
  });

  test("keeps citations, in order", () => {
    const [start, ...rest] = streamedAnswer({ blocks: [{ text: "so" }] });
    const citing = ["1", "2"].map(
      (cited) =>
        `data: {"type":"content_block_delta","index":0,"delta":{"type":"citations_delta","citation":{"n":${cited}}}}\n\n`,
    );
    const body = [start, rest[0], ...citing, ...rest.slice(1)].join("");
    expect(readAnswer(anthropicMessages, Buffer.from(body)).content.toString()).toBe(
      '[{"type":"text","text":"so","citations":[{"n":1},{"n":2}]}]',
    );
  });

  test("lists the provider's own calls without a result", () => {
    const call = (id: string): ScriptedBlock => ({
      raw: `{"type":"server_tool_use","id":"${id}","name":"web_search","input":{}}`,
    });
    const done: ScriptedBlock = { raw: '{"type":"web_search_tool_result","tool_use_id":"srv_1","content":[]}' };
    const body = wholeAnswer({ blocks: [call("srv_1"), done, call("srv_2")], stopReason: "pause_turn" });
    expect(readAnswer(anthropicMessages, Buffer.from(body)).pausedCalls).toEqual(["srv_2"]);
  });
});

describe("an unusable answer is an error", () => {
  const [start = "", textStart = "", textDelta = ""] = streamedAnswer({ blocks: [{ text: "hello" }] });
  test.each([
    ["cut", start + textStart + textDelta, "the answer was cut: its stream has no message_stop"],
    ["cut inside an event", (start + textStart).slice(0, -20), "the answer was cut: its stream has no message_stop"],
    ["empty", "", "the answer was cut: its stream has no message_stop"],
    [
      "stopped before it began",
      'data: {"type":"message_stop"}\n\n',
      "the answer was cut: its stream has no message_stop",
    ],
    [
      "an error in the stream",
      `${start}data: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n`,
      "the answer is an error: Overloaded",
    ],
    ["no JSON", `${start}data: {"type":\n\n`, "an event's data is not a JSON object"],
    ["a delta without its block", start + textDelta, "a content delta belongs to no block"],
    [
      "a delta of an unknown type",
      `${start}${textStart}data: {"type":"content_block_delta","index":0,"delta":{"type":"odour_delta"}}\n\n`,
      'a content delta of unknown type "odour_delta"',
    ],
    [
      "a delta without its text",
      `${start}${textStart}data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta"}}\n\n`,
      "a content delta has no text",
    ],
    ["a start without a message", 'data: {"type":"message_start"}\n\n', "message_start has no message"],
    ["an error body", '{"type":"error","error":{}}', "the answer is not a message: its content array is missing"],
    ["a truncated body", '{"content":[', "the answer is not a message: its content array is missing"],
    ["a call without an id", '{"content":[{"type":"tool_use","name":"x"}]}', "a tool call has no id or no name"],
    ["a block that is not an object", '{"content":["hi"]}', "a content block is not a JSON object"],
  ])("such as %s", (_, body, message) => {
    expect(() => readAnswer(anthropicMessages, Buffer.from(body))).toThrow(message);
  });

  test("such as bytes that are not UTF-8", () => {
    expect(() => readAnswer(anthropicMessages, Buffer.from([0x64, 0xff, 0x0a]))).toThrow("the stream is not UTF-8");
  });
});

test("comments, pings, unknown events and a closing [DONE] are skipped", () => {
  const [start = "", ...rest] = streamedAnswer({ blocks: [{ text: "hi" }] });
  const noise = ': keep-alive\n\ndata: {"type":"weather"}\n\nid: 7\nretry: 10\n\n';
  expect(readAnswer(anthropicMessages, Buffer.from(`${start}${noise}${rest.join("")}data: [DONE]\n\n`)).text).toBe(
    "hi",
  );
});

function assemble(bytes: Buffer, cuts: readonly number[]): Answer {
  const decoder = new SseDecoder();
  const assembler = new AnswerAssembler();
  const bounds = [0, ...[...cuts].sort((one, other) => one - other), bytes.length];
  for (const [index, end] of bounds.entries()) {
    for (const data of decoder.push(bytes.subarray(bounds[index - 1] ?? 0, end))) assembler.accept(data);
  }
  expect(assembler.isComplete).toBe(true);
  return assembler.answer();
}
