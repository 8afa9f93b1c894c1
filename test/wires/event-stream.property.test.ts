import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readAnswer } from "../../harness/wires/anthropic-messages/read-answer.ts";
import { streamEvents } from "../../harness/wires/shared/usage/event-stream.ts";
import { answerFrames } from "../../harness/wires/openai-responses/read-answer.ts";
import { wires } from "../../harness/wires/list.ts";
import type { DialectName } from "../../harness/kernel/layout.ts";
import type { Usage } from "../../harness/kernel/usage.ts";
import { eventsByTheLetter } from "../support/event-stream-oracle.ts";
import { framings, streamLike } from "../support/framed-events.ts";

const item = { type: "message", role: "assistant", content: [{ type: "output_text", text: "é 🙂\ndata: no event" }] };

const streams: readonly (readonly [DialectName, readonly object[], Usage])[] = [
  [
    "anthropic-messages",
    [
      {
        type: "message_start",
        message: {
          id: "m",
          usage: { input_tokens: 3, cache_creation_input_tokens: 40, cache_read_input_tokens: 500, output_tokens: 1 },
        },
      },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "é 🙂\ndata: no event" } },
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 60 } },
      { type: "message_stop" },
    ],
    { read: 500, write: 40, fresh: 3, output: 60 },
  ],
  [
    "openai-chat",
    [
      { choices: [{ delta: { content: "é" } }] },
      {
        choices: [],
        usage: { prompt_tokens: 100, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 64 } },
      },
    ],
    { read: 64, write: null, fresh: 36, output: 7 },
  ],
  [
    "openai-responses",
    [
      { type: "response.output_item.done", item },
      {
        type: "response.completed",
        response: { usage: { input_tokens: 100, output_tokens: 7, input_tokens_details: { cached_tokens: 64 } } },
      },
    ],
    { read: 64, write: null, fresh: 36, output: 7 },
  ],
  [
    "gemini-generate",
    [
      { candidates: [{ content: { parts: [{ text: "é" }] } }] },
      { usageMetadata: { promptTokenCount: 100, cachedContentTokenCount: 64, candidatesTokenCount: 7 } },
    ],
    { read: 64, write: null, fresh: 36, output: 7 },
  ],
];

function bodyOf(stream: string): { readonly contentType: string | null; readonly body: Buffer } {
  return { contentType: "text/event-stream; charset=utf-8", body: Buffer.from(stream) };
}

describe("the judge reads the same answer from every framing of its events", () => {
  test.each(streams)("with the usage of %s", (name, documents, usage) => {
    const dialect = wires.find((each) => each.name === name);
    fc.assert(
      fc.property(framings(documents), (stream) => {
        expect(dialect?.readUsage(bodyOf(stream))).toEqual(usage);
        expect(dialect?.readUsage({ ...bodyOf(stream), contentType: null })).toEqual(usage);
      }),
    );
  });

  test("with the content of a Messages answer", () => {
    fc.assert(
      fc.property(framings(streams[0]?.[1] ?? []), (stream) => {
        const content = [{ type: "text", text: "é 🙂\ndata: no event" }];
        expect(readAnswer(bodyOf(stream))).toEqual({ content, stopReason: "end_turn" });
      }),
    );
  });

  test("with the items of a Responses answer", () => {
    fc.assert(
      fc.property(framings(streams[2]?.[1] ?? []), (stream) => {
        expect(JSON.parse(answerFrames(bodyOf(stream)).toString())).toMatchObject([{ item }]);
      }),
    );
  });
});

test("the judge's events are those of the specification, for any text", () => {
  fc.assert(
    fc.property(streamLike, (stream) => {
      // What a cut event has left is read too; the specification drops it.
      expect(streamEvents(stream).map(({ data }) => data)).toEqual(eventsByTheLetter(stream, { unended: true }));
    }),
    { numRuns: 3000 },
  );
});
