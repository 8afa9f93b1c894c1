import { resolve } from "node:path";
import { expect, test } from "vitest";
import { findFaults } from "./find-faults.ts";
import { mutations } from "./mutations.ts";

test("each mutation of `npm run mutants` changes a line that occurs once in its file", () => {
  expect(findFaults(mutations, resolve(import.meta.dirname, "../.."))).toEqual([]);
});

test("the list of `npm run mutants` has at least sixty mutations, of the library and of the harness", () => {
  const of = (tree: string): number => mutations.filter(({ file }) => file.startsWith(tree)).length;
  expect(mutations.length).toBeGreaterThanOrEqual(60);
  expect(of("src/")).toBeGreaterThanOrEqual(20);
  expect(of("harness/")).toBeGreaterThanOrEqual(20);
});
