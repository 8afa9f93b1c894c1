import { expect, test } from "vitest";
import { digestSpans, digestTexts } from "../../../src/cache-safe/digest.ts";

test("a digest depends on where one element ends and the next begins", () => {
  const bytes = Buffer.from("123");
  const split = (at: number): string =>
    digestSpans(bytes, [
      { start: 0, end: at },
      { start: at, end: 3 },
    ]);
  expect(split(1)).not.toBe(split(2));
  expect(split(0)).not.toBe(split(3));
  expect(digestTexts(["ab", "c"])).not.toBe(digestTexts(["a", "bc"]));
});

test("a digest distinguishes an absent text from an empty one", () => {
  expect(digestTexts([null])).not.toBe(digestTexts([""]));
});

// A digest that is stored must mean the same tomorrow.
test("a digest is the same on every machine", () => {
  expect(digestTexts(["claude-sonnet-4-5", null])).toMatchInlineSnapshot(`"4c89d616bcdf4237"`);
  expect(digestSpans(Buffer.from("[1]"), [{ start: 1, end: 2 }])).toMatchInlineSnapshot(
    `"031dc88d0ec0c52d518bbc28b322da9334c69a177be1cfa7fd4d819024452f23"`,
  );
});
