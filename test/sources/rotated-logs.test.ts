import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { findSources } from "../../harness/sources/find-files.ts";

function labelsOf(names: readonly string[]): readonly string[] {
  using folder = makeTempFolder();
  mkdirSync(join(folder.path, "more"));
  for (const name of names) writeFileSync(join(folder.path, name), "");
  return findSources([folder.path]).map(({ label }) => label);
}

test("rotated logs are read in the order in which they were written", () => {
  expect(
    labelsOf(["a.jsonl", "a.jsonl.1", "a.jsonl.10.gz", "a.jsonl.2.gz", "b.log-20261120", "b.log-20261121", "b.log"]),
  ).toEqual(["a.jsonl.10.gz", "a.jsonl.2.gz", "a.jsonl.1", "a.jsonl", "b.log-20261120", "b.log-20261121", "b.log"]);
});

test("files that only look like rotated logs keep their order", () => {
  const names = ["2026-11-20.jsonl", "2026-11-21.jsonl", "part-1.jsonl", "part-2.jsonl", "z.jsonl", "z.jsonl.gz"];
  expect(labelsOf([...names, "more/z.jsonl.1"])).toEqual([
    "2026-11-20.jsonl",
    "2026-11-21.jsonl",
    "more/z.jsonl.1",
    ...names.slice(2),
  ]);
});
