import { expect, test } from "vitest";
import type { Header } from "../../../harness/kernel/exchange.ts";
import { FrameReader } from "../../../harness/record/forward/http2/frame-reader.ts";
import { ask, bodyOf, echo, oddHeaders, pass } from "./pass-streams.ts";

test("a connection is read alike in single bytes and in one piece", async () => {
  const { session, sent } = await pass(echo);
  for (const at of [0, 1]) {
    const stream = ask(session, `/v1/${at}`, oddHeaders);
    stream.end(`{"at":${at}}`);
    await bodyOf(stream);
  }
  const bytes = sent();
  const whole = readFrames([bytes]);
  expect(whole.told.length).toBeGreaterThan(5);
  expect(readFrames(Array.from(bytes, (byte) => Buffer.from([byte])))).toEqual(whole);
  expect(whole.raw.equals(bytes)).toBe(true);
});

/** Everything that is told of these pieces, and the bytes that are to pass on. */
function readFrames(pieces: readonly Buffer[]): { readonly told: readonly unknown[]; readonly raw: Buffer } {
  const told: unknown[] = [];
  const raw: Buffer[] = [];
  let data = "";
  const flush = (): void => {
    if (data !== "") told.push(["data", data]);
    data = "";
  };
  const keep = (what: string, stream: number, headers?: readonly Header[]): void => {
    flush();
    told.push([what, stream, headers]);
  };
  const reader = new FrameReader("client", {
    headers: (block) => {
      keep("headers", block.stream, block.headers);
      raw.push(block.raw);
    },
    data: (_, bytes) => (data += bytes.toString("latin1")),
    end: (stream) => keep("end", stream),
    reset: (stream) => keep("reset", stream),
    raw: (bytes) => raw.push(Buffer.from(bytes)),
  });
  for (const piece of pieces) reader.read(piece);
  flush();
  return { told, raw: Buffer.concat(raw) };
}
