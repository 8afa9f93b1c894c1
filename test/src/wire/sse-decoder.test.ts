import { expect, test } from "vitest";
import { SseDecoder } from "../../../src/wire/stream/sse-decoder.ts";

const lines = [
  "event: note",
  "data: one",
  "data:two ü",
  "data",
  "",
  ": comment",
  "data: three",
  "",
  "data: unfinished",
];
const events = ["one\ntwo ü\n", "three"];

test.each([
  ["line feeds", "\n"],
  ["carriage returns and line feeds", "\r\n"],
  ["carriage returns", "\r"],
])("events are complete with %s, however the chunks are split", (_, lineEnd) => {
  const bytes = Buffer.from(`${lines.join(lineEnd)}${lineEnd}`);
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const decoder = new SseDecoder();
    expect([...decoder.push(bytes.subarray(0, cut)), ...decoder.push(bytes.subarray(cut))]).toEqual(events);
  }
  const decoder = new SseDecoder();
  expect([...bytes].flatMap((byte) => decoder.push(Buffer.from([byte])))).toEqual(events);
});
