import * as fc from "fast-check";
import { expect, test } from "vitest";
import { renderEvents, renderMessage } from "../../harness/wires/anthropic-messages/mocked/render-answer.ts";
import type { Answer } from "../../harness/mock/mock-wire.ts";
import type { ScriptedBlock } from "../../harness/mock/script/script.ts";

type Json = { [name: string]: unknown };

const block: fc.Arbitrary<ScriptedBlock> = fc.oneof(
  fc.record({
    type: fc.constant("text" as const),
    text: fc.string({ unit: "grapheme", minLength: 1, maxLength: 300 }),
  }),
  fc.record({ type: fc.constant("thinking" as const), text: fc.string({ unit: "grapheme", minLength: 1 }) }),
  fc.record({
    type: fc.constant("call" as const),
    tool: fc.constant("Read"),
    input: fc.dictionary(fc.string(), fc.jsonValue()),
  }),
);

const answer: fc.Arbitrary<Pick<Answer, "model" | "name" | "message" | "usage">> = fc.record({
  model: fc.constant("claude-sonnet-4-6"),
  name: fc.constant("fork_1"),
  message: fc.record({
    kind: fc.constant("message" as const),
    content: fc.array(block, { maxLength: 4 }),
    stopReason: fc.constantFrom("end_turn" as const, "tool_use" as const, "max_tokens" as const),
  }),
  usage: fc.constant({ read: 7, write: 5, fresh: 3, total: 15, writeByTtl: { "5m": 4, "1h": 1 } }),
});

test("a stream's events together equal the answer that is not streamed", () => {
  fc.assert(
    fc.property(answer, (given) => {
      const whole = JSON.parse(JSON.stringify(renderMessage(given))) as Json;
      expect(assemble(renderEvents(given))).toEqual(whole);
    }),
  );
});

test("no delta splits a character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 17, maxLength: 200 }), (text) => {
      const message = { kind: "message", content: [{ type: "text", text }], stopReason: "end_turn" } as const;
      const usage = { read: 0, write: 0, fresh: 1, total: 1, writeByTtl: {} };
      const stream = Buffer.concat(renderEvents({ model: "m", name: "n", message, usage })).toString();
      // JSON writes half a character as an escape.
      expect(stream).not.toContain("\\ud");
    }),
  );
});

/** A reader of streams, written from the provider's documentation. */
function assemble(events: readonly Buffer[]): Json {
  let message: Json = {};
  const partial: string[] = [];
  for (const event of events) {
    const [, name, data] = /^event: (\w+)\ndata: (.*)\n\n$/s.exec(event.toString()) ?? [];
    const parsed = JSON.parse(data ?? "") as Json;
    expect(parsed["type"]).toBe(name);
    const content = message["content"] as Json[];
    const index = parsed["index"] as number;
    const block = content?.[index] as Json;
    switch (name ?? "") {
      case "message_start":
        message = parsed["message"] as Json;
        break;
      case "content_block_start":
        content.push(parsed["content_block"] as Json);
        partial.push("");
        break;
      case "content_block_delta":
        for (const [member, value] of Object.entries(parsed["delta"] as Json)) {
          if (member === "partial_json") partial[index] += value as string;
          else if (member !== "type") block[member] = (block[member] as string) + (value as string);
        }
        break;
      case "content_block_stop":
        if (block["type"] === "tool_use") block["input"] = JSON.parse(partial[index] ?? "");
        break;
      case "message_delta":
        Object.assign(message, parsed["delta"]);
        Object.assign(message["usage"] as Json, parsed["usage"]);
        break;
      case "message_stop":
      case "ping":
        break;
      default:
        throw new Error(`unknown event ${name}`);
    }
  }
  return message;
}
