import * as fc from "fast-check";
import { expect, test } from "vitest";

import { displayWidth } from "../../harness/report/tables/display-width.ts";
import { wrapText } from "../../harness/report/tables/wrap-text.ts";

test("text is wrapped at spaces, or within a word that is longer than a line", () => {
  expect(wrapText("deny the call", 8)).toEqual(["deny the", "call"]);
  expect(wrapText("a-name-without-a-space here", 10)).toEqual(["a-name-wit", "hout-a-spa", "ce here"]);
  expect(wrapText("", 10)).toEqual([""]);
});

test("wrapped text keeps every letter, and every line fits its columns", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 200, size: "max" }),
      fc.integer({ min: 2, max: 60 }),
      (text, columns) => {
        const lines = wrapText(text, columns);
        expect(lines.join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
      },
    ),
  );
});
