import { expect, test } from "vitest";
import { plainText } from "../../harness/wires/shared/said/said-item.ts";

test("a text is spelled as its words with one space between them, whatever white space stands around and between", () => {
  const wrong = texts(7).filter((text) => plainText(text) !== text.split(/\s+/).filter(Boolean).join(" "));
  expect(wrong).toEqual([]);
});

/** All texts of up to so many characters of these. */
function texts(longest: number): readonly string[] {
  if (longest === 0) return [""];
  const shorter = texts(longest - 1);
  return [
    ...new Set([...shorter, ...shorter.flatMap((text) => ["a", " ", "\n", "\u00a0"].map((next) => text + next))]),
  ];
}
