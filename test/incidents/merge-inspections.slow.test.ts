import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Inspection } from "../../harness/kernel/inspection/inspection.ts";
import { clock } from "../break-cost/faults.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { interleavedLog } from "./interleaved-log.ts";
import { writeLog } from "./write-log.ts";

let folder: string;
let lines: readonly string[];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "forkproof-merge-"));
  writeLog(join(folder, "whole.jsonl"), interleavedLog([clock], 2).exchanges);
  lines = readFileSync(join(folder, "whole.jsonl"), "utf8").trimEnd().split("\n");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes the lines to files, each to the one that `partOf` names, and inspects each file by itself. */
async function inspectParts(
  name: string,
  partOf: (at: number) => number,
): Promise<{ files: string[]; reports: string[] }> {
  const parts = Map.groupBy(lines, (line) => partOf(lines.indexOf(line)));
  const files: string[] = [];
  const reports: string[] = [];
  for (const [part, held] of parts) {
    const file = `${name}-${part}.jsonl`;
    writeFileSync(join(folder, file), held.map((line) => `${line}\n`).join(""));
    const { out, exit } = await runForkproof(["inspect", file, "--json"], folder);
    expect(exit).toBe(0);
    writeFileSync(join(folder, `${file}.json`), out);
    files.push(file);
    reports.push(`${file}.json`);
  }
  return { files, reports };
}

describe("merge of inspections gives what one inspection of all their recordings gives", () => {
  it.each([
    { how: "in two halves", partOf: (at: number) => Math.floor(at / 15) },
    { how: "line by line in turns", partOf: (at: number) => at % 3 },
    { how: "in three pieces of different lengths", partOf: (at: number) => Math.floor(Math.sqrt(at / 4)) },
  ])("where the log was cut $how", async ({ how, partOf }) => {
    const { files, reports } = await inspectParts(how.replaceAll(" ", "-"), partOf);
    const [merged, whole] = [
      await runForkproof(["merge", ...reports, "--json"], folder),
      await runForkproof(["inspect", ...files, "--json"], folder),
    ];
    expect([merged.exit, merged.err]).toEqual([0, whole.err]);
    expect(JSON.parse(merged.out)).toEqual(JSON.parse(whole.out));
    const parts = reports.map((report) => JSON.parse(readFileSync(join(folder, report), "utf8")) as Inspection);
    const own = JSON.parse(merged.out) as Inspection;
    expect(own.incidents.length).toBeGreaterThan(0);
    // The parts alone show something else: conversations go on from file to file.
    const compared = ({ exchanges }: Inspection): number => exchanges.filter(({ parent }) => parent !== null).length;
    expect(parts.reduce((sum, part) => sum + compared(part), 0)).not.toBe(compared(own));
  });

  it("not where a recording changed since, was filtered, or lies no more where it was", async () => {
    const { files, reports } = await inspectParts("changed", (at) => Math.floor(at / 15));
    const [file = "", other = ""] = files;
    const since = (JSON.parse(lines[5] ?? "") as { ts: string }).ts;
    const part = await runForkproof(["inspect", file, "--json", "--since", since], folder);
    writeFileSync(join(folder, "part.json"), part.out);
    expect(await refusal(["part.json"])).toContain("requests");
    const ruled = await runForkproof(["inspect", file, "--json", "--provider", "anthropic"], folder);
    writeFileSync(join(folder, "ruled.json"), ruled.out);
    expect(await refusal(["ruled.json"])).toContain("made with --provider");
    appendFileSync(join(folder, file), lines[0] ?? "");
    expect(await refusal(reports)).toContain(`${file} changed since`);
    rmSync(join(folder, other));
    expect(await refusal(reports.slice(1))).toContain(other);
    const mixed = await runForkproof(["merge", ...reports, "--report", "r.json"], folder);
    expect([mixed.exit, mixed.err]).toEqual([2, expect.stringContaining("HX505")]);
  });
});

async function refusal(reports: readonly string[]): Promise<string> {
  const { exit, err } = await runForkproof(["merge", ...reports], folder);
  expect(exit).toBe(2);
  return err;
}

describe("merge of an inspection of a cassette", () => {
  const recorded = join(import.meta.dirname, "../../fixtures/cassettes/anthropic-odd-json");
  it.each([
    { file: "0001.request.json", how: "removed", change: (path: string) => rmSync(path) },
    { file: "0002.response.sse", how: "changed", change: (path: string) => appendFileSync(path, " ") },
  ])("is refused once a body is $how", async ({ file, how, change }) => {
    cpSync(recorded, join(folder, how), { recursive: true });
    const { out } = await runForkproof(["inspect", how, "--json"], folder);
    writeFileSync(join(folder, `${how}.json`), out);
    change(join(folder, how, file));
    const { err, exit } = await runForkproof(["merge", `${how}.json`], folder);
    expect(exit).toBe(2);
    expect(err.replaceAll(/\s+/g, " ")).toMatch(new RegExp(`HX547.*${file} changed since it was made`));
  });

  it("is given again where a body was damaged before", async () => {
    cpSync(recorded, join(folder, "damaged"), { recursive: true });
    const bodies = readdirSync(recorded).filter((file) => file.endsWith(".request.json"));
    rmSync(join(folder, "damaged", bodies.at(-1) ?? ""));
    const { out, exit } = await runForkproof(["inspect", "damaged", "--json", "--max-damaged", "100"], folder);
    expect(exit).toBe(0);
    writeFileSync(join(folder, "damaged.json"), out);
    const merged = await runForkproof(["merge", "damaged.json"], folder);
    expect(merged.err).not.toContain("HX547");
  });
});
