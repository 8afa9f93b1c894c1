import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sharedShingles, similarity } from "../../../harness/diagnosis/text/similarity.ts";

test("the similarity lies between 0 and 1, is symmetric, and is 1 for equal texts", () => {
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
  ["blank lines as nothing", "a\n\n\nb", "c\n\n\nd", 0],
  ["32 bytes at a time where a text is one line", "x".repeat(32), `${"x".repeat(32)}y`, 0.5],
  ["a changed short word as still similar", "You are a coding agent.", "You are a careful coding agent.", 0.63],
  ["nothing in common", "Be brief.", "Sum it up", 0],
])("the similarity counts %s", (_name, left, right, alike) => {
  expect(similarity(left, right)).toBeCloseTo(alike, 1);
});

describe("the shingle count", () => {
  /** Every run of `width` bytes, counted as the definition says. */
  function shared(left: string, right: string): number {
    const [ours, theirs] = [left, right].map((text) => Buffer.from(text).toString("latin1"));
    if (ours === undefined || theirs === undefined) throw new Error("two texts were given");
    const shorter = Math.min(ours.length, theirs.length);
    const width = shorter >= 32 ? 32 : Math.max(4, shorter >> 2);
    const runs = (text: string): string[] =>
      Array.from({ length: Math.max(0, text.length - width + 1) }, (_, at) => text.slice(at, at + width));
    const rest = runs(theirs);
    let both = 0;
    for (const run of runs(ours)) {
      const at = rest.indexOf(run);
      if (at === -1) continue;
      rest.splice(at, 1);
      both += 1;
    }
    return both / Math.max(runs(ours).length, runs(theirs).length, 1);
  }

  const piece = fc.constantFrom("a", "ab", "the cache is warm. ", "é", "0123456789".repeat(5));
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));

  test("is the same whatever head and tail two texts have in common", () => {
    fc.assert(
      fc.property(text, text, text, text, (head, left, right, tail) => {
        const [ours, theirs] = [head + left + tail, head + right + tail];
        expect(sharedShingles(ours, theirs)).toBeCloseTo(shared(ours, theirs), 9);
      }),
      { numRuns: 400 },
    );
  });
});
