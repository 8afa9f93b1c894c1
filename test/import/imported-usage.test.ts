import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ImportReport } from "../../harness/cassette/lines/import-traffic.ts";
import { openCassette } from "../../harness/cassette/open-cassette.ts";
import type { RecordedExchange } from "../../harness/cassette/recorded-exchange.ts";
import { importRecording } from "../../harness/import/import-recording.ts";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { faultOf } from "../cassette/fault-of.ts";
import { samples } from "./foreign-samples.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => folder[Symbol.dispose]());

function importText(text: string | Buffer): ImportReport {
  const file = join(folder.path, "recording");
  writeFileSync(file, text);
  return importRecording(file, join(folder.path, "cassette"));
}

function exchanges(): readonly RecordedExchange[] {
  const source = openCassette(join(folder.path, "cassette"));
  return source.ids.map((id) => source.load(id));
}

test("an import from claude-tap knows host, path and start of each request, and says what the tool did not keep", () => {
  expect(importText(samples["claude-tap trace"] ?? "").leftOut).toContain(
    "requests whose body the tool did not keep (1)",
  );
  const { host, path, startedAtMs } = exchanges()[1] ?? {};
  expect([host, path]).toEqual(["api.anthropic.com", "/v1/messages?beta=true"]);
  expect(startedAtMs).toBe(Date.parse("2026-11-21T10:00:01.000Z"));
});

test.for([
  ["api.anthropic.com", true],
  ["localhost:4010", false],
  ["[::1]:4010", false],
] as const)("counters that an import has from %s are a provider's: %s", ([host, isReal]) => {
  importText((samples["HAR"] ?? "").replaceAll("https://api.anthropic.com", `http://${host}`));
  expect(exchanges().map(({ response }) => response?.usageIsReal)).toEqual([isReal, isReal]);
});

test("an import of a report whose rows sum many requests is refused, and names the command that reads it", () => {
  const fault = faultOf(folder.path, () => importText(samples["ccusage report"] ?? ""));
  expect(fault).toMatch(/^HX211 .*each row sums many requests/);
  expect(fault).toContain("forkproof inspect");
});

test("a file of no known format is rejected as one", () => {
  expect(faultOf(folder.path, () => importText('{"hello":1}\n'))).toMatch(/^HX201 /);
  expect(faultOf(folder.path, () => importText(Buffer.from([0xff, 0xfe, 0x00])))).toMatch(/^HX201 /);
});
