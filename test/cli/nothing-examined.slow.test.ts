import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { stringify } from "yaml";

import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import type { RunResult } from "../../harness/kernel/run-result.ts";
import { runForkproof } from "./run-forkproof.ts";
import { writeTraffic } from "./write-traffic.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
  mkdirSync(join(folder.path, "scenarios"));
  writeTraffic(join(folder.path, "scenarios"));
});
afterEach(() => folder[Symbol.dispose]());

function read(name: string): string {
  return readFileSync(join(folder.path, name), "utf8");
}

function scenario(name: string, members: object): void {
  writeFileSync(join(folder.path, `scenarios/${name}.yaml`), stringify({ name: `a case of ${name}`, ...members }));
}

const pair = { parent: { source: "traffic.jsonl", exchange: "2" }, fork: { recorded: { exchange: "3" } } };

/** The traffic of a client that the provider answered with these statuses. */
function writeAnswered(statuses: readonly number[]): void {
  const lines = read("scenarios/traffic.jsonl").trimEnd().split("\n").slice(0, statuses.length);
  const answered = lines.map((line, at) => {
    const status = statuses[at] ?? 200;
    const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    const message = { type: "message", role: "assistant", content: [{ type: "text", text: "Yes." }] };
    const body = JSON.stringify(status === 200 ? message : error);
    const response = { status, headers: [["content-type", "application/json"]], body };
    return `${JSON.stringify({ ...JSON.parse(line), response })}\n`;
  });
  writeFileSync(join(folder.path, "scenarios/answered.jsonl"), answered.join(""));
}

test.for([
  [[529, 529, 529], 1, "all 3 requests were answered with an error (529)"],
  [[529, 529, 200], 1, "2 of 3 requests were answered with an error (529)"],
  [[200, 529, 200], 0, "1 of 3 requests was answered with an error (529)"],
] as const)("a session with the statuses %s exits with %s: its answers are counted", async ([statuses, code, said]) => {
  writeAnswered(statuses);
  scenario("session", { session: { source: "answered.jsonl" }, expect: { findings: [] } });
  const { exit, out } = await runForkproof(["run"], folder.path);
  const { jobs } = JSON.parse(read("reports/latest.json")) as RunResult;
  expect({ exit, answers: jobs[0]?.checks.find(({ check }) => check === "answers")?.observed }).toEqual({
    exit: code,
    answers: said,
  });
  expect(out.includes(said)).toBe(code === 1);
});

test("expectBreak next to a verdict that keeps the prefix fails a job without any break", async () => {
  const expectBreak = { reason: "the tool list was cut" };
  scenario("pair", { ...pair, expectBreak, expect: { verdict: "byte-identical" } });
  const kept = await runForkproof(["run"], folder.path);
  expect([kept.exit, kept.out.replace(/\s+/g, " ")]).toEqual([
    1,
    expect.stringContaining("`expectBreak` declares a break, and no request has one: remove it"),
  ]);
  const broken = { ...pair, fork: { recorded: { exchange: "4" } } };
  scenario("pair", { ...broken, expectBreak, expect: { verdict: "diverged" } });
  expect((await runForkproof(["run"], folder.path)).exit).toBe(0);
});

test("a shard whose jobs are all skipped fails, and merge passes if another shard ran a job", async () => {
  scenario("a", { ...pair, expect: { verdict: "byte-identical" } });
  scenario("b", { ...pair, skip: { reason: "not today" }, expect: { verdict: "byte-identical" } });
  const shard = (at: number): ReturnType<typeof runForkproof> =>
    runForkproof(["run", "--shard", `${at}/2`, "--report", `${at}.json`], folder.path);
  expect((await shard(1)).exit).toBe(0);
  const skipped = await shard(2);
  expect([skipped.exit, skipped.err]).toEqual([1, expect.stringContaining("nothing ran: the only job is skipped\n")]);
  expect(JSON.parse(read("2.json"))).toMatchObject({
    outcome: "failed",
    failures: [expect.stringContaining("skipped")],
  });
  const merged = await runForkproof(["merge", "1.json", "2.json"], folder.path);
  expect([merged.exit, merged.out]).toEqual([0, expect.stringContaining("1 passed, 0 failed, 1 skipped")]);
});

test("merge fails if every job of every shard was skipped", async () => {
  scenario("a", { ...pair, expect: { verdict: "byte-identical" } });
  scenario("b", { ...pair, skip: { reason: "not today" }, expect: { verdict: "byte-identical" } });
  await runForkproof(["run", "--shard", "2/2", "--report", "2.json"], folder.path);
  const { jobs, selection, ...second } = JSON.parse(read("2.json")) as RunResult;
  const first = { ...second, selection: { ...selection, shard: { index: 1, count: 2 } } };
  const renamed = jobs.map((job) => ({ ...job, id: "another case" }));
  writeFileSync(join(folder.path, "1.json"), JSON.stringify({ ...first, jobs: renamed }));
  const merged = await runForkproof(["merge", "1.json", "2.json"], folder.path);
  expect([merged.exit, merged.err]).toEqual([1, expect.stringContaining("nothing ran: all 2 jobs are skipped\n")]);
});

test("--max-break-usd passes filters next to another job, and fails a run or a merge of filters alone, but no shard", async () => {
  const decisions = [{ tool: "read_letter", decision: "allow" }];
  scenario("filter", { filter: { allowTools: ["read_letter"] }, decisions });
  const options = ["--max-break-usd", "1"];
  const failure = "--max-break-usd: no job sent or judged a request, so no cost was looked at\n";
  const whole = await runForkproof(["run", ...options], folder.path);
  expect([whole.exit, whole.err]).toEqual([1, expect.stringContaining(failure)]);
  expect((await runForkproof(["run", ...options, "--shard", "1/1", "--report", "1.json"], folder.path)).exit).toBe(0);
  const merged = await runForkproof(["merge", "1.json", ...options], folder.path);
  expect([merged.exit, merged.err]).toEqual([1, expect.stringContaining(failure)]);
  scenario("pair", { ...pair, expect: { verdict: "byte-identical" } });
  expect(await runForkproof(["run", ...options], folder.path)).toMatchObject({ exit: 0 });
});
