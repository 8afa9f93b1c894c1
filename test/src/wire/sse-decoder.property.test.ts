import * as fc from "fast-check";
import { expect, test } from "vitest";
import { SseDecoder } from "../../../src/wire/stream/sse-decoder.ts";
import { eventsByTheLetter } from "../../support/event-stream-oracle.ts";
import { framings, inChunks, streamLike } from "../../support/framed-events.ts";

function decode(chunks: readonly Buffer[]): readonly string[] {
  const decoder = new SseDecoder();
  return chunks.flatMap((chunk) => decoder.push(chunk));
}

test("the library's events are those of the specification, for any text in any chunks", () => {
  const cut = streamLike.chain((stream) => inChunks(Buffer.from(stream)).map((chunks) => ({ stream, chunks })));
  fc.assert(
    fc.property(cut, ({ stream, chunks }) => {
      expect(decode(chunks)).toEqual(eventsByTheLetter(stream, { unended: false }));
    }),
    { numRuns: 3000 },
  );
});

test("the library reads the same documents from every framing whose last event is complete", () => {
  const documents = [{ type: "a", text: "é 🙂\ndata: x" }, { b: [1, { c: null }] }];
  const cut = framings(documents).chain((stream) => inChunks(Buffer.from(`${stream}\n\n`)));
  fc.assert(
    fc.property(cut, (chunks) => {
      expect(decode(chunks).map((data): unknown => JSON.parse(data))).toEqual(documents);
    }),
  );
});
