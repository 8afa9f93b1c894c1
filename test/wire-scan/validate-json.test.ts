import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { validateJson } from "../../harness/wire-scan/validate-json.ts";
import { findJsonFault } from "../../harness/wire-scan/find-json-fault.ts";
import { parses } from "../support/parses.ts";
import { rawJson } from "../support/raw-json.ts";

describe("validateJson", () => {
  it("accepts everything that the native parser accepts", () => {
    fc.assert(
      fc.property(rawJson, (text) => {
        expect(validateJson(Buffer.from(text))).toBeNull();
      }),
    );
  });

  it("accepts and rejects mutations like the native parser, and the slow walk finds a fault in each rejected one", () => {
    let refused = 0;
    fc.assert(
      fc.property(
        rawJson,
        fc.nat(),
        fc.constantFrom("", '"', "\\", ",", "}", "]", "0", "x", "\n", "\u0001"),
        (text, seed, put) => {
          const at = seed % (text.length + 1);
          const mutated = text.slice(0, at) + put + text.slice(at + 1);
          const bytes = Buffer.from(mutated);
          const fault = validateJson(bytes);
          expect(fault === null).toBe(parses(bytes.toString("utf8")));
          if (fault === null) return;
          refused += 1;
          expect(fault.what).not.toBe("the text is not JSON");
          expect(fault.offset).toBeLessThanOrEqual(bytes.length);
          // Everything before the fault can still become JSON, so the same fault stands after another ending.
          expect(findJsonFault(bytes.subarray(0, fault.offset), 0).offset).toBe(fault.offset);
        },
      ),
      { numRuns: 1_000 },
    );
    expect(refused).toBeGreaterThan(100);
  });

  it.each([
    ["", { offset: 0, line: 1, column: 1, what: "the text ends too early: a value expected" }],
    ['{"a": 1', { offset: 7, line: 1, column: 8, what: "the text ends too early: ',' or '}' expected" }],
    ['{\n  "é": tru }', { offset: 10, line: 2, column: 8, what: "a value expected" }],
    ['["abc', { offset: 5, line: 1, column: 6, what: "the text ends too early: a string is still open" }],
    ['["\\x"]', { offset: 2, line: 1, column: 3, what: "not an escape that JSON knows" }],
    ["[1] [2]", { offset: 4, line: 1, column: 5, what: "the value has ended, yet more follows" }],
    ["[1,]", { offset: 3, line: 1, column: 4, what: "a value expected" }],
    ['{"a":1,}', { offset: 7, line: 1, column: 8, what: "a member name in double quotes expected" }],
    ["[01]", { offset: 2, line: 1, column: 3, what: "',' or ']' expected" }],
  ])("names the place of the error in %j", (text, fault) => {
    expect(validateJson(Buffer.from(text))).toEqual(fault);
  });

  it("accepts a byte order mark, and counts it in offsets", () => {
    expect(validateJson(Buffer.from('\ufeff{"a":1}'))).toBeNull();
    expect(validateJson(Buffer.from("\ufeff{"))).toMatchObject({ offset: 4 });
  });

  it("finds the first byte that is not UTF-8", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), fc.string({ maxLength: 300 }), (before, after) => {
        const head = Buffer.from(`["${JSON.stringify(before).slice(1, -1)}`);
        const tail = Buffer.from(`${JSON.stringify(after).slice(1, -1)}"]`);
        const bytes = Buffer.concat([head, Buffer.from([0xff]), tail]);
        expect(validateJson(bytes)).toMatchObject({ offset: head.length, what: "the bytes are not UTF-8" });
      }),
    );
  });
});
