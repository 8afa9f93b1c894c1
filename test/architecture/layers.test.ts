import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { expect, test } from "vitest";
import { findCircles } from "./find-circles.ts";
import { type Edge, edgesOf, findViolations } from "./find-violations.ts";
import { doors } from "./door-rules.ts";
import { layers } from "./layer-rules.ts";
import { readSource } from "./read-source.ts";

const sources = globSync(["src/**/*.ts", "harness/**/*.ts"]).map((path) => {
  return readSource(path.replaceAll("\\", "/"), readFileSync(path, "utf8"));
});
const imports = sources.flatMap(edgesOf);

test("the rules examine files and imports in both trees, and effects at the edge", () => {
  const filesIn = (tree: string): number => sources.filter(({ path }) => path.startsWith(tree)).length;
  expect(filesIn("src/")).toBeGreaterThan(0);
  expect(filesIn("harness/")).toBeGreaterThan(20);
  expect(imports.length).toBeGreaterThan(sources.length / 2);
  expect(sources.flatMap(({ effects }) => effects).length).toBeGreaterThan(0);
});

test("every import leads to a file that the rules examine", () => {
  const seen = new Set(sources.map(({ path }) => path));
  expect(imports.filter(({ to }) => to.endsWith(".ts") && !seen.has(to))).toEqual([]);
});

test("every file keeps the rules", () => {
  expect(sources.flatMap(findViolations)).toEqual([]);
});

test("no files import each other in a circle, types included", () => {
  expect(findCircles(imports)).toEqual([]);
});

test("the cycle search finds a circle of imports, and ignores files that only share a target", () => {
  const edge = (from: string, to: string): Edge => ({ from, to, line: 1 });
  const edges = [edge("a", "b"), edge("b", "c"), edge("c", "a"), edge("d", "a"), edge("e", "a"), edge("f", "f")];
  expect(findCircles(edges)).toEqual([["a", "b", "c"], ["f"]]);
});

test("no code folder holds more than twenty files", () => {
  const perFolder = Map.groupBy(sources, ({ path }) => path.slice(0, path.lastIndexOf("/")));
  expect(perFolder.size).toBeGreaterThan(50);
  const full = [...perFolder].filter(([, files]) => files.length > 20);
  expect(full.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([]);
});

test("a layer is declared once, below the layers that it imports", () => {
  const declared: string[] = [];
  for (const { folder, mayImport, why } of layers) {
    expect(declared).not.toContain(folder);
    expect(declared).toEqual(expect.arrayContaining([...mayImport]));
    expect(why).toMatch(/\.$/);
    declared.push(folder);
  }
});

test.each([
  ["harness/wire-scan/a.ts", "must not know", `import { b } from "../../src/wire/b.ts";`],
  ["src/fork/a.ts", "must not know", `import type { Span } from "../../harness/kernel/span.ts";`],
  ["src/index.ts", "must not know", `export { main } from "../harness/cli/main.ts";`],
  ["harness/run/a.ts", "must not know", `const fork = import("../../src/index.ts");`],
  ["harness/kernel/a.ts", "must not know", `export type A = import("../cli/main.ts").A;`],
  ["harness/report/a.ts", "must not know", `export * from "../run/plan.ts";`],
  ["harness/new-folder/a.ts", "no known folder", `export const a = 1;`],
  ["src/fork/a.ts", "outside src/providers", `import Anthropic from "@anthropic-ai/sdk";`],
  ["harness/mock/a.ts", "no line in package-rules.ts", `import { z } from "zod/v4";`],
  ["harness/io/a.ts", "node: prefix", `import fs from "fs";`],
  ["harness/run/a.ts", "touches the disk", `import { readFileSync } from "node:fs";`],
  ["harness/run/a.ts", "touches the process", `const home = process.env["HOME"];`],
  ["harness/run/a.ts", "touches the clock", `const now = new Date().getTime();`],
  ["harness/run/a.ts", "touches the chance", `import { createHash, randomUUID } from "node:crypto";`],
  ["harness/run/a.ts", "touches the console", `console.log("here");`],
  ["harness/run/a.ts", "touches the network", `const answer = await fetch(url);`],
  ["src/providers/a.ts", "touches the process", `const key = process.env["KEY"];`],
  ["src/wire/a.ts", "by any", `export function a(b: any) {}`],
  ["src/wire/a.ts", "by @ts-expect-error", `// @ts-expect-error it works\nexport const a: string = 1;`],
  ["src/wire/a.ts", "250 at most", "export const a = 1;\n".repeat(251)],
])("the layer rules report a breach: %s %s", (path, breach, text) => {
  expect(findViolations(readSource(path, text))).toEqual([expect.stringContaining(breach)]);
});

test.each([
  ["harness/wire-scan/a.ts", `import { createHash } from "node:crypto";\nconst at = new Date(0); // not Date.now()`],
  ["harness/io/a.ts", `import { statSync } from "node:fs";\nconsole.log(process.pid, Date.now(), Math.random());`],
  ["harness/report/a.ts", `import chalk from "chalk";\nimport type { RunResult } from "../kernel/run-result.ts";`],
  ...doors.map(({ from, to }) => [from, `import { fork } from "./${posix.relative(posix.dirname(from), to)}";`]),
])("the layer rules allow a permitted import or effect: %s", (path, text) => {
  expect(findViolations(readSource(path, text))).toEqual([]);
});
