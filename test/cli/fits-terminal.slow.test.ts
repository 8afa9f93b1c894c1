import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { displayWidth } from "../../harness/report/tables/display-width.ts";
import { HarnessError } from "../../harness/kernel/faults/harness-error.ts";
import { betaFlap, clock, windowedHistory } from "../break-cost/faults.ts";
import { task, writeBuild } from "../builds/two-builds.ts";
import { forkproofHere } from "../incidents/inspect-here.ts";

/** From the folder that tests run in: a path cannot be broken, and the checkout's may be long. */
const fixtures = relative(process.cwd(), join(import.meta.dirname, "../../fixtures/cassettes"));

let folder: string;
/** Recordings of many kinds: of fixtures, of broken sessions, and one of a client with many headers and a model that no rules know. */
let recordings: readonly string[];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "forkproof-wide-"));
  const many = Array.from({ length: 20 }, (_, at) => [`x-header-of-a-client-${at}`, "1"]);
  const lines = [1, 2, 3].map((seq) => ({
    seq,
    method: "POST",
    path: "/v1/messages",
    headers: [["host", "api.anthropic.com"], ...many],
    body: seq === 3 ? "{ no body" : bodyOf(seq),
    response: { status: 200, contentType: "application/json", usageScripted: true, body: ANSWER },
  }));
  writeFileSync(join(folder, "odd.jsonl"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  recordings = [
    ...readdirSync(fixtures).map((name) => join(fixtures, name)),
    writeBuild(folder, "broken", task(24, [clock, betaFlap], [2])),
    writeBuild(folder, "windowed", task(8, [windowedHistory])),
    join(folder, "odd.jsonl"),
  ];
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ANSWER = JSON.stringify({
  content: [{ type: "text", text: "Yes." }],
  usage: { input_tokens: 1, cache_read_input_tokens: 2, output_tokens: 1 },
});

function bodyOf(turns: number): string {
  const messages = Array.from({ length: turns }, (_, at) => ({ role: "user", content: `Question ${at}` }));
  return JSON.stringify({ model: "claude-of-a-year-that-no-rules-know-and-with-a-long-name", messages });
}

it.each([
  { view: "inspect", argv: (path: string) => ["inspect", path, "--max-damaged", "50"] },
  { view: "inspect --all", argv: (path: string) => ["inspect", path, "--all", "--max-damaged", "50"] },
  { view: "inspect --by", argv: (path: string) => ["inspect", path, "--by", "header:TYPO", "--max-damaged", "50"] },
  { view: "simulate", argv: (path: string) => ["simulate", path, "--max-damaged", "50"] },
  { view: "simulate --fix-all", argv: (path: string) => ["simulate", path, "--fix-all", "--max-damaged", "50"] },
  { view: "compare", argv: (path: string) => ["compare", path, path, "--max-damaged", "50"] },
  { view: "judge", argv: (path: string) => ["judge", path] },
])("$view keeps to 80 columns for each recording, also on standard error", async ({ view, argv }) => {
  let printed = 0;
  const wide: string[] = [];
  for (const path of recordings) {
    const { out, err } = await orNothing(argv(path));
    printed += out.length;
    for (const line of `${out}${err}`.split("\n")) if (displayWidth(line) > 80) wide.push(`${view} ${path}: ${line}`);
  }
  expect(wide).toEqual([]);
  expect(printed).toBeGreaterThan(1_000);
});

/** A recording with fewer than two comparable requests prints only an error. */
async function orNothing(argv: readonly string[]): Promise<{ readonly out: string; readonly err: string }> {
  try {
    return await forkproofHere(argv);
  } catch (fault) {
    if (fault instanceof HarnessError) return { out: "", err: "" };
    throw fault;
  }
}
