import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ImportReport } from "../../harness/cassette/lines/import-traffic.ts";
import { openCassette } from "../../harness/cassette/open-cassette.ts";
import type { RecordedExchange } from "../../harness/cassette/recorded-exchange.ts";
import { importRecording } from "../../harness/import/import-recording.ts";
import { linesFormats } from "../../harness/import/registry.ts";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { samples } from "./foreign-samples.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => folder[Symbol.dispose]());

const cassette = (): string => join(folder.path, "cassette");

function importText(text: string): ImportReport {
  const file = join(folder.path, "recording");
  writeFileSync(file, text);
  rmSync(cassette(), { recursive: true, force: true });
  return importRecording(file, cassette());
}

function exchanges(): readonly RecordedExchange[] {
  const source = openCassette(cassette());
  return source.ids.map((id) => source.load(id));
}

const rowsOf = (name: string): readonly string[] => (samples[name] ?? "").trimEnd().split("\n");

test.for(linesFormats.map(({ name }) => name))("an import of %s reads one JSON array as it reads lines", (name) => {
  const rows = rowsOf(name);
  expect(rows.every((row) => row.startsWith("{"))).toBe(true);
  const { folder: _, ...asLines } = importText(rows.join("\n"));
  const read = exchanges();
  for (const array of [`[${rows.join(",")}]`, `\n [\n  ${rows.join(" ,\n  ")}\n]\n`]) {
    expect(importText(array)).toMatchObject(asLines);
    // Byte by byte: the bodies of an array are its own.
    expect(exchanges()).toEqual(read);
  }
});

test("an import of an array that is cut or damaged keeps its other elements, and names the damaged one", () => {
  const rows = rowsOf("LiteLLM payload log");
  for (const [array, count, damaged] of [
    [`[${rows.join(",")}`.slice(0, -60), 1, 2],
    [`[${rows[0]},{"id" 1},${rows[1]}]`, 2, 2],
    [`[${rows[0]}} ${rows[1]}]`, 1, 2],
  ] as const) {
    const where = `${folder.path}/recording, element ${damaged}`;
    expect(importText(array).unreadable.map((each) => each.where)).toEqual([where]);
    expect(exchanges()).toHaveLength(count);
  }
});
