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
])("the nearest word to %s is %s", (typed, meant) => {
  expect(nearestWord(typed, keys)).toBe(meant);
});

test.each(["", "x", "scenario", "turnsMax", "n".repeat(1_000_000)])("the text %.20s has no near word", (typed) => {
  expect(nearestWord(typed, keys)).toBeNull();
});

test("the first of two equally near words wins", () => {
  expect(nearestWord("cat", ["car", "cab"])).toBe("car");
  expect(nearestWord("cat", ["cab", "car"])).toBe("cab");
});

test("a word of the list is nearest to itself, and with one letter missing it or an equally near word is found", () => {
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
