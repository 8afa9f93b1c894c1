import * as fc from "fast-check";
import { expect, test } from "vitest";

import { nearestWord } from "../../harness/kernel/text/nearest-word.ts";

const keys = ["name", "tags", "prompt", "maxTurns", "movesPrefix", "allowTools", "fork", "filter"];

test.each([
  ["promt", "prompt"],
  ["prmopt", "prompt"],
  ["max_turns", "maxTurns"],
  ["ALLOW-TOOLS", "allowTools"],
  ["movePrefixes", "movesPrefix"],
  ["nme", "name"],
  ["frok", "fork"],
  ["fliter", "filter"],
])("%s is near %s", (typed, meant) => {
  expect(nearestWord(typed, keys)).toBe(meant);
});

test.each(["", "x", "scenario", "turnsMax", "n".repeat(1_000_000)])("nothing is near %.20s", (typed) => {
  expect(nearestWord(typed, keys)).toBeNull();
});

test("of two words equally near the first wins", () => {
  expect(nearestWord("cat", ["car", "cab"])).toBe("car");
  expect(nearestWord("cat", ["cab", "car"])).toBe("cab");
});

test("a word of the list is nearest to itself, and one slip away it is still found or a rival is as near", () => {
  const word = fc.stringMatching(/^[a-z]{4,12}$/);
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 1 }), fc.nat(), fc.nat(), (words, pick, slip) => {
      const meant = words[pick % words.length]!;
      const cut = slip % meant.length;
      const found = nearestWord(meant.slice(0, cut) + meant.slice(cut + 1), words);
      expect(nearestWord(meant, words)).toBe(meant);
      expect(found).not.toBeNull();
    }),
  );
});
