import { expect, test } from "vitest";
import ceilings from "./ceilings.json" with { type: "json" };
import { patterns } from "./patterns.ts";
import { readAreas } from "./texts.ts";

const areas = readAreas();

function countIn(texts: readonly string[], pattern: RegExp): number {
  return texts.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0);
}

const counts = Object.fromEntries(
  areas.map(({ name, texts }) => [
    name,
    Object.fromEntries(patterns.map((pattern) => [pattern.name, countIn(texts, pattern.found)])),
  ]),
);

test("the ratchet reads texts of every kind", () => {
  for (const { name, texts } of areas) expect(texts.length, name).toBeGreaterThan(2);
});

test("worn turns of phrase become fewer: no count is above its ceiling, and a ceiling follows its count down", () => {
  expect(counts).toEqual(ceilings);
});
