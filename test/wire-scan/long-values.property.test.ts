import fc from "fast-check";
import { expect, it } from "vitest";
import { isSurelyJson } from "../../harness/wire-scan/simd/is-surely-json.ts";
import { longValueEnd } from "../../harness/wire-scan/simd/long-values.ts";
import { skipValue } from "../../harness/wire-scan/skip-value.ts";
import { rawJson } from "../support/raw-json.ts";

const LONG = 64;

it("the end of each long value is noted, whatever is asked for first, and of no other place", () => {
  let long = 0;
  fc.assert(
    fc.property(
      fc.array(rawJson, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(1, 3, 200),
      fc.constantFrom("", "é ".repeat(60), '\\\\\\"'.repeat(40)),
      (texts, times, filling) => {
        const bytes = Buffer.from(
          `{"a":[${Array.from({ length: times }, () => texts.join(",")).join(",")}],"b":"${filling}"}`,
        );
        const unseen = Buffer.from(bytes);
        expect(isSurelyJson(bytes)).toBe(true);
        const starts = opensOf(bytes);
        for (const start of [...starts, ...starts.toReversed(), starts.at(-1) ?? 0, 0]) {
          const end = skipValue(unseen, start);
          expect(skipValue(bytes, start)).toBe(end);
          expect(longValueEnd(bytes, start)).toBe(end - start >= LONG ? end : -1);
          expect(longValueEnd(unseen, start)).toBe(-1);
          if (end - start >= LONG) long += 1;
        }
      },
    ),
    { numRuns: 150 },
  );
  expect(long).toBeGreaterThan(1_000);
});

/** Where containers and strings start, at most 400 of them. */
function opensOf(bytes: Buffer): readonly number[] {
  const starts: number[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === 0x22) {
      starts.push(at);
      at = skipValue(bytes, at) - 1;
    } else if (byte === 0x7b || byte === 0x5b) starts.push(at);
  }
  return starts.slice(0, 400);
}
