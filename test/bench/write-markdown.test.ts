import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import type { BenchRow } from "./bench-case.ts";
import { writeMarkdown } from "./write-markdown.ts";

const order = ["first", "second"];
const row = (medianMs: number): BenchRow => ({ what: "a row", medianMs, against: null, bytes: null, goal: null });

test("a section of the benchmarks is renewed alone, and keeps its figures if it cannot be measured", () => {
  using folder = makeTempFolder();
  const file = join(folder.path, "page.md");
  const write = (name: string, rows: readonly BenchRow[] | string): string => {
    writeMarkdown({ name, compares: "one with another", rows }, order, file);
    return readFileSync(file, "utf8");
  };
  write("second", [row(20)]);
  expect(write("first", "it did not end")).toMatch(/## first[^]*Not measured: it did not end\n[^]*## second[^]*20 ms/);
  expect(write("first", [row(30)])).toMatch(/## first[^]*30 ms[^]*## second[^]*20 ms/);
  expect(write("first", "it did not end")).toMatch(/## first[^]*30 ms[^]*## second[^]*20 ms/);
  expect(write("second", [{ ...row(40), goal: { says: "ahead", met: false } }])).toContain("**missed**: ahead");
});
