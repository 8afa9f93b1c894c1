import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Inspection } from "../../harness/kernel/inspection/inspection.ts";
import type { Fault } from "../break-cost/conversation.ts";
import { clock } from "../break-cost/faults.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { BROKEN, interleavedLog, TURNS } from "./interleaved-log.ts";
import { writeLog } from "./write-log.ts";

const SCREEN = 45;
let folder: string;
let logs: Readonly<Record<"clean" | "broken", { readonly path: string; readonly usd: number; firstBad?: string }>>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "forkproof-interleaved-"));
  logs = { clean: written("clean", []), broken: written("broken", [lateClock]) };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** From the eighth request on. */
const lateClock: Fault = {
  name: "a clock that comes with a deploy",
  apply: (draft) => {
    if (draft.turn >= 7) clock.apply(draft);
  },
};

it("a clock in 15 of 50 interleaved conversations is one incident, with its onset and its cost", async () => {
  const { clean, broken } = logs;
  const { out } = await runForkproof(["inspect", broken.path], folder, { COLUMNS: "80" });
  const { incidents } = await inspected(broken.path);
  const [first, ...others] = incidents;
  // The request that brings the clock, too: its line was not there before.
  expect(first).toMatchObject({
    conversations: BROKEN,
    requests: BROKEN * (TURNS - 7),
    origin: "ours",
    place: "/system/0",
  });
  expect(first?.codes).toContain("CB302");
  expect(others).toEqual([]);
  const extra = broken.usd - clean.usd;
  expect(Math.abs((first?.cost.usd ?? NaN) - extra), `${first?.cost.usd} of ${extra}`).toBeLessThan(0.05 * extra);
  expect(first?.firstBad).toBe(broken.firstBad);
  expect(out.split("\n").length).toBeLessThanOrEqual(SCREEN);
});

it("50 clean conversations side by side have no incident", async () => {
  expect((await inspected(logs.clean.path)).incidents).toEqual([]);
});

it("a log that is cut, shuffled and damaged in every 40th line shows the same incident, and a clean one has no incident", async () => {
  const [clean, broken] = [mangled(logs.clean.path), mangled(logs.broken.path)];
  const [before, after] = [await inspected(clean), await inspected(broken)];
  expect(before.sources?.damaged).toHaveLength(16);
  expect(before.incidents).toEqual([]);
  const [first, ...others] = after.incidents;
  expect(first).toMatchObject({ conversations: BROKEN, origin: "ours", place: "/system/0" });
  expect(first?.codes).toContain("CB302");
  expect(others).toEqual([]);
  const extra = paid(after) - paid(before);
  expect(Math.abs((first?.cost.usd ?? NaN) - extra), `${first?.cost.usd} of ${extra}`).toBeLessThan(0.05 * extra);
  const { out, err } = await runForkproof(["inspect", broken], folder, { COLUMNS: "80" });
  expect(`${out}${err}`.split("\n").length).toBeLessThanOrEqual(SCREEN);
  expect(err).toContain("13 more lines are left out");
});

it("conversations whose first requests the log no longer has are not judged against strangers", async () => {
  const cut = join(folder, "cut.jsonl");
  writeFileSync(cut, `${linesOf(logs.clean.path).slice(250).join("\n")}\n`);
  expect((await inspected(cut)).incidents).toEqual([]);
});

async function inspected(log: string): Promise<Inspection> {
  const { exit, out } = await runForkproof(["inspect", log, "--json"], folder);
  expect(exit).toBe(0);
  return JSON.parse(out) as Inspection;
}

function paid({ exchanges }: Inspection): number {
  return exchanges.reduce((sum, { usd }) => sum + (usd ?? NaN), 0);
}

function written(name: string, faults: readonly Fault[]): { path: string; usd: number; firstBad?: string } {
  const { exchanges, usd, firstBad } = interleavedLog(faults);
  const path = join(folder, `${name}.jsonl`);
  writeLog(path, exchanges);
  return { path, usd, ...(firstBad !== undefined && { firstBad }) };
}

/** Without its first 60 and last 40 requests, in another order, and half of every 40th line lost. */
function mangled(path: string): string {
  const kept = linesOf(path).slice(60, -40);
  // A stride that is prime to the number of lines visits each once.
  const shuffled = kept.map((_, at) => kept[(at * 277) % kept.length] ?? "");
  const lines = shuffled.map((line, at) => (at % 40 === 39 ? line.slice(0, line.length / 2) : line));
  const to = path.replace(".jsonl", "-mangled.jsonl");
  writeFileSync(to, `${lines.join("\n")}\n`);
  return to;
}

function linesOf(path: string): readonly string[] {
  return readFileSync(path, "utf8").trimEnd().split("\n");
}
