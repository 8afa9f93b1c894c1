import fc from "fast-check";
import { expect, test } from "vitest";
import { similarity } from "../../../harness/diagnosis/text/similarity.ts";

test("from 0 to 1, the same from both sides, 1 for equal texts", () => {
  const texts = fc
    .array(fc.constantFrom("one\n", "two\n", "three ", "four"), { maxLength: 20 })
    .map((all) => all.join(""));
  fc.assert(
    fc.property(texts, texts, (left, right) => {
      const alike = similarity(left, right);
      expect(alike).toBeGreaterThanOrEqual(0);
      expect(alike).toBeLessThanOrEqual(1);
      expect(alike).toBe(similarity(right, left));
      expect(similarity(left, left)).toBe(1);
    }),
  );
});

test.each([
  ["lines, as often as they stand on both sides", "a\na\nb\nc", "a\nb\nx\ny", 0.5],
  ["blank lines say nothing", "a\n\n\nb", "c\n\n\nd", 0],
  ["32 bytes at a time where a text is one line", "x".repeat(32), `${"x".repeat(32)}y`, 0.5],
  ["a short word that changed is no stranger", "You are a coding agent.", "You are a careful coding agent.", 0.63],
  ["nothing in common", "Be brief.", "Sum it up", 0],
])("%s", (_name, left, right, alike) => {
  expect(similarity(left, right)).toBeCloseTo(alike, 1);
});
