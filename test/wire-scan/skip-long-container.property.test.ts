import fc from "fast-check";
import { expect, it } from "vitest";
import { skipLongContainer } from "../../harness/wire-scan/simd/skip-long-container.ts";
import { skipValue } from "../../harness/wire-scan/skip-value.ts";

/** Strings of what a scanner may mistake, with runs of backslashes. */
const awkward = fc.array(fc.constantFrom("\\", '"', "{", "}", "[", "]", "a", "é", "\n", "abcdefgh"), { maxLength: 70 });
const word = awkward.map((parts) => parts.join(""));

const { value } = fc.letrec<{ value: unknown; list: unknown[]; record: object }>((tie) => ({
  value: fc.oneof({ depthSize: "small" }, word, fc.integer(), tie("list"), tie("record")),
  list: fc.array(tie("value"), { maxLength: 6 }),
  record: fc.dictionary(word, tie("value"), { maxKeys: 6 }),
}));

const container = fc.oneof(fc.array(value, { maxLength: 9 }), fc.dictionary(word, value, { maxKeys: 9 }));

it("a container ends where its text ends, wherever it stands and however long it is", () => {
  const parts = fc.array(fc.tuple(container, fc.constantFrom(null, 1), fc.constantFrom(1, 3, 400)), {
    minLength: 1,
    maxLength: 3,
  });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200 }), parts, (before, drawn) => {
      let text = " ".repeat(before);
      const ends: (readonly [start: number, end: number])[] = [];
      for (const [each, indent, times] of drawn) {
        const start = Buffer.byteLength(text);
        text += JSON.stringify(
          Array.from({ length: times }, () => each),
          null,
          indent ?? 0,
        );
        ends.push([start, Buffer.byteLength(text)]);
        text += ",";
      }
      const bytes = Buffer.from(text);
      for (const [start, end] of [...ends, ...ends.toReversed()]) {
        expect(skipLongContainer(bytes, start)).toBe(end);
        expect(skipValue(bytes, start)).toBe(end);
      }
    }),
    { numRuns: 300 },
  );
});

it("a container that never ends is skipped to the end of the bytes", () => {
  expect(skipLongContainer(Buffer.from(`[${"[1],".repeat(5_000)}`), 0)).toBe(20_001);
});
