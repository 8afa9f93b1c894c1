import * as fc from "fast-check";
import { expect, test } from "vitest";

import { displayWidth } from "../../harness/report/tables/display-width.ts";
import { excerptLines } from "../../harness/report/lines/excerpt-lines.ts";
import { makePaint } from "../../harness/report/tables/paint.ts";

const paint = makePaint(false);
// The size, or fast-check would only try texts that fit any line.
const text = fc.string({ unit: "binary", maxLength: 120, size: "max" });
const excerpts = fc.record({ before: text, differing: text, after: text });

test("an excerpt marks the difference under the line", () => {
  expect(excerptLines({ before: '{"name":"', differing: "write", after: '"}' }, { paint, columns: 40 })).toEqual([
    '{"name":"write"}',
    "         ^^^^^",
  ]);
});

test("an excerpt has one caret if this side has nothing", () => {
  expect(excerptLines({ before: "ab", differing: "", after: "cd" }, { paint, columns: 40 })).toEqual(["abcd", "  ^"]);
});

test("an excerpt has two carets under letters of two columns", () => {
  expect(excerptLines({ before: "日本", differing: "語", after: "!" }, { paint, columns: 40 })).toEqual([
    "日本語!",
    "    ^^",
  ]);
});

test("an excerpt shows invisible characters, and drops indentation before the difference", () => {
  expect(
    excerptLines({ before: "{\n      a", differing: "\u00A0\u202E\n  ", after: "" }, { paint, columns: 60 }),
  ).toEqual(["{␊ a<U+00A0><U+202E>␊  ", "    ^^^^^^^^^^^^^^^^^^^"]);
});

test("an excerpt stays within its columns, has no control characters, and always has a caret", () => {
  fc.assert(
    fc.property(excerpts, fc.integer({ min: 20, max: 120 }), (excerpt, columns) => {
      const [line = "", carets = ""] = excerptLines(excerpt, { paint, columns });
      expect(displayWidth(line)).toBeLessThanOrEqual(columns);
      expect(displayWidth(carets)).toBeLessThanOrEqual(columns + 1);
      expect(line).not.toMatch(/\p{Cc}/u);
      expect(carets).toMatch(/^ *\^+$/);
    }),
  );
});
