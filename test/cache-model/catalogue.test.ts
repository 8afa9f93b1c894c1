import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const titles = globSync("test/**/*.test.ts").flatMap((file) => {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => /^\s*(?:test|describe|\[?"|\]\))/.test(line));
});

/** Ids: harness/cache-model/VECTORS.md. */
test.each([
  ["V", 104, 2],
  ["P", 12, 1],
  ["F", 24, 1],
] as const)("every vector, invariant and fork failure is named by a test: %s1 to %i", (letter, count, digits) => {
  const ids = Array.from({ length: count }, (_, at) => letter + String(at + 1).padStart(digits, "0"));
  expect(ids.filter((id) => !titles.some((title) => new RegExp(`\\b${id}\\b`).test(title)))).toEqual([]);
});
