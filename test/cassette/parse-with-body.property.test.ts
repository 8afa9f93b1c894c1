import fc from "fast-check";
import { expect, test } from "vitest";

import { bodyBytes } from "../../harness/cassette/format/body-bytes.ts";
import { BodyDecoder } from "../../harness/cassette/lines/body-decoder.ts";
import { Fields } from "../../harness/cassette/lines/fields.ts";
import { parseLine } from "../../harness/cassette/lines/parse-line.ts";
import { parseWithBody } from "../../harness/cassette/lines/parse-with-body.ts";
import { HarnessError } from "../../harness/kernel/faults/harness-error.ts";
import { isJsonObject } from "../../harness/kernel/json.ts";

/** Pieces of a JSON string as a writer may escape them; some are half of a pair, which only the one behind completes. */
const pieces = fc.constantFrom(
  "words of a conversation, ",
  '{\\"role\\":\\"user\\"}',
  "\\n\\t\\\\ \\/",
  "naïve 🎈 日本",
  "\\u00e9\\u65E5",
  "\\ud83c\\udf88",
);
/** Some are longer than the steps in which a decoder notes where it can begin. */
const text = fc
  .tuple(fc.array(pieces, { maxLength: 12 }), fc.constantFrom(1, 1, 30, 400))
  .map(([parts, times]) => parts.join("").repeat(times));

/** Clocks of one length, so that bodies repeat what stands behind them. Some end in an escape, or take part in one. */
const clock = fc.constantFrom("10:30:00", "10:30:01", "11:00:00", "\\\\\\\\\\\\\\n", "\\n\\n\\n\\n", "\\u00e9  ", "");

/** A conversation: each of its bodies begins as the one before, up to a mark at its end, or has a clock in its head that differs. */
const conversation = fc
  .tuple(text, fc.array(fc.tuple(text, clock), { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([head, turns, isClocked]) =>
    turns.map(([, time], at) => {
      const said = turns.slice(0, at + 1).map(([turn]) => turn);
      return `${isClocked ? `Now: ${time}. ` : ""}${head}${said.join("|")}<end ${at}>`;
    }),
  );

/** Lines of conversations that take turns, in any order. */
const log = fc
  .array(conversation, { minLength: 1, maxLength: 4 })
  .map((conversations) => conversations.flat())
  .chain((bodies) => fc.shuffledSubarray(bodies, { minLength: bodies.length }));

const frames = fc.constantFrom(
  (body: string) => `{"seq":1,"body":"${body}","response":{"body":"x\\u00e9","status":200}}`,
  (body: string) => `\ufeff{"headers":[["a","}]"]], "body" : "${body}" }`,
);

const damages: fc.Arbitrary<(line: Buffer, at: number) => Buffer> = fc.constantFrom(
  (line: Buffer, at: number) => line.subarray(0, at),
  (line: Buffer, at: number) => Buffer.concat([line.subarray(0, at), Buffer.from([0xff]), line.subarray(at)]),
  (line: Buffer, at: number) => Buffer.concat([line.subarray(0, at), Buffer.from("\n"), line.subarray(at)]),
  (line: Buffer, at: number) => Buffer.concat([line.subarray(0, at), Buffer.from("\\"), line.subarray(at)]),
  (line: Buffer, at: number) => Buffer.concat([line.subarray(0, at), Buffer.from("\\ud83c"), line.subarray(at)]),
  // The string ends early, and what follows in it is that of another member, at the same offsets.
  (line: Buffer, at: number) => Buffer.concat([line.subarray(0, at), Buffer.from('","x":"'), line.subarray(at + 7)]),
);

type Read = { readonly body: Buffer | null; readonly others: object };

function readOf(value: unknown): Read {
  const fault = (_: unknown, what: string): HarnessError =>
    new HarnessError({ code: "HX209", what, where: "log", fix: "", exit: 3 });
  const body = bodyBytes(new Fields(value, [], fault), "body");
  return { body, others: { ...(isJsonObject(value) ? value : {}), body: null } };
}

/** As the whole line says it; null if it cannot be read. */
function parsedWhole(line: Buffer): Read | null {
  try {
    return readOf(parseLine(line, { number: 1, start: 0, end: line.length, ended: true }, "log"));
  } catch (error) {
    if (error instanceof HarnessError) return null;
    throw error;
  }
}

test("a line whose body repeats an earlier one decodes to the bytes that the whole line parses to", () => {
  let decoded = 0;
  fc.assert(
    fc.property(log, frames, (bodies, frame) => {
      const decoder = new BodyDecoder();
      for (const body of bodies) {
        const line = Buffer.from(frame(body));
        const value = parseWithBody(line, "body", decoder);
        if (value === null) throw new Error(`not decoded: ${line.toString().slice(0, 200)}`);
        decoded += 1;
        expect(readOf(value)).toEqual(parsedWhole(line));
      }
    }),
  );
  expect(decoded).toBeGreaterThan(200);
});

test("a damaged line never decodes to other bytes than the whole line, and spoils no later one", () => {
  let refused = 0;
  fc.assert(
    fc.property(log, frames, damages, fc.nat(), (bodies, frame, damage, place) => {
      const decoder = new BodyDecoder();
      for (const body of bodies) {
        const line = Buffer.from(frame(body));
        for (const each of [line, damage(line, place % line.length), line]) {
          const value = parseWithBody(each, "body", decoder);
          if (value === null) refused += 1;
          else expect(readOf(value)).toEqual(parsedWhole(each));
        }
      }
    }),
  );
  expect(refused).toBeGreaterThan(100);
});

test.each([
  ["the member twice", '{"body":"first","body":"second"}'],
  ["the member again under an escaped name", '{"body":"first","b\\u006fdy":"second"}'],
  ["a second body that looks like the stand-in", '{"body":"first","body":"\\u0001"}'],
  ["half of a surrogate pair", '{"body":"\\ud83c"}'],
  ["a body that is not a string", '{"body":{"body":"inner"}}'],
  ["a body only in the response", '{"response":{"body":"inner"}}'],
])("a line with %s is left to the parser of whole lines", (_, line) => {
  expect(parseWithBody(Buffer.from(line), "body", new BodyDecoder())).toBeNull();
});

test("a body whose clock shifts a long run of backslashes by one decodes right", () => {
  const decoder = new BodyDecoder();
  const run = "\\\\".repeat(4_000);
  for (const time of ["10", "1\\", "11"]) {
    const line = Buffer.from(`{"body":"${time}${run}n${"and so on, ".repeat(2_000)}"}`);
    const value = parseWithBody(line, "body", decoder);
    expect(value === null ? null : readOf(value)).toEqual(parsedWhole(line));
  }
});

test("a body that ends where an earlier one has its clock decodes right, though the text of that one follows in the response", () => {
  const decoder = new BodyDecoder();
  const text = "and so on, ".repeat(2_000);
  const lines = [
    `{"body":"it is 10:00, ${"and ".repeat(20)}${text}"}`,
    `{"body":"it is now","response":{"text":"${" ".repeat(20)}`,
  ];
  const [first = "", begun = ""] = lines;
  // The same bytes at the same offsets.
  const second = `${begun}${first.slice(begun.length, -1)}}}`;
  for (const line of [first, second].map((each) => Buffer.from(each))) {
    const value = parseWithBody(line, "body", decoder);
    expect(value === null ? null : readOf(value)).toEqual(parsedWhole(line));
  }
});

test("more bodies than a decoder keeps are decoded right", () => {
  const decoder = new BodyDecoder();
  for (let at = 0; at < 300; at += 1) {
    const line = Buffer.from(JSON.stringify({ body: `${at % 150} ${`line "${at}"\n`.repeat(1 + (at % 7) * 300)}` }));
    const value = parseWithBody(line, "body", decoder);
    expect(value === null ? null : readOf(value)).toEqual(parsedWhole(line));
  }
});
