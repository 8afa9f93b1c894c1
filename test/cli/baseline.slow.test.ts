import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { stringify } from "yaml";

import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import type { RunResult } from "../../harness/kernel/run-result.ts";
import { type Printed, runForkproof } from "./run-forkproof.ts";

const parent = { source: resolve("fixtures/cassettes/scripted-parent"), exchange: "reading-3" };
const names = ["one", "two", "three"];

/** The scenarios with the baseline and the result of one run; each test changes a copy of its own. */
let base: TempFolder;
let folder: TempFolder;
beforeAll(async () => {
  base = folder = makeTempFolder();
  mkdirSync(join(base.path, "scenarios"));
  for (const name of names) write(name, {});
  const { exit, err } = await run("--baseline base.jsonl --update-baseline --report old.json");
  if (exit !== 0) throw new Error(err);
});
beforeEach(() => {
  folder = makeTempFolder();
  cpSync(base.path, folder.path, { recursive: true });
});
afterEach(() => folder[Symbol.dispose]());
afterAll(() => base[Symbol.dispose]());

function write(name: string, changed: object): void {
  const text = {
    name: `the fork ${name}`,
    tags: [name],
    parent,
    fork: { strategy: "pass-through", prompt: "go" },
    provider: { script: [{ text: "Done." }] },
    expect: { firstTurn: { ratio: ">= 0.9" } },
  };
  writeFileSync(join(folder.path, `scenarios/${name}.yaml`), stringify({ ...text, ...changed }));
}

function run(line: string, environment: Readonly<Record<string, string>> = {}): Promise<Printed> {
  return runForkproof(["run", "--jobs", "1", ...line.split(" ")], folder.path, environment);
}

function read(name: string): string {
  return readFileSync(join(folder.path, name), "utf8");
}

/** A longer directive is paid in full: the ratio falls, the cost rises, and `>= 0.9` still holds. */
const dearer = { fork: { strategy: "pass-through", prompt: "Look at each of the files again. ".repeat(30) } };

test("an unchanged run is compared with its baseline and passes, and writes the same baseline again", async () => {
  const { exit, out } = await run("--baseline base.jsonl");
  expect(exit).toBe(0);
  expect(out).toContain("compared 3 of 3 baseline jobs: base.jsonl");
  const before = read("base.jsonl");
  expect(before).toContain('"verdict":"byte-identical","reusable":"yes","ratio":0.97');
  const again = await run("--baseline base.jsonl --update-baseline");
  expect(again.err).toContain("baseline: base.jsonl (3 jobs, 0 changed)");
  expect(read("base.jsonl")).toBe(before);
});

test("a run shows its result also if its baseline cannot be written, and exits with 3", async () => {
  const { exit, out, err } = await run("--baseline base.jsonl/new.jsonl --update-baseline");
  expect(out).toContain("passed  3 jobs in 3 files: 3 passed, 0 failed");
  expect(err).toMatch(/HX516.*\n +where {2}base\.jsonl\/new\.jsonl/);
  expect(read("reports/latest.json")).toContain('"outcome": "passed"');
  expect(exit).toBe(3);
});

test("a fork that reads less and costs more than its baseline fails, although its expectations hold", async () => {
  write("one", dearer);
  const { exit, out, err } = await run("--baseline base.jsonl");
  expect(exit).toBe(1);
  expect(out).toMatch(/^! the fork one {2}ratio 0\.97\d+ -> 0\.9\d+$/m);
  expect(out).toMatch(/^! the fork one {2}usd 0\.00\d+ -> 0\.00\d+$/m);
  expect(out).toMatch(/^· the fork one {2}fresh \d+ -> \d+$/m);
  expect(err).toContain("2 regressions against base.jsonl");
  const report = JSON.parse(read("reports/latest.json")) as RunResult;
  expect(report.outcome).toBe("failed");
  expect(report.summary).toMatchObject({ passed: 3, failed: 0 });
  expect(report.baseline?.deltas.filter(({ gates }) => gates).map(({ what }) => what)).toEqual(["ratio", "usd"]);
});

test("a scenario that was deleted is vanished, and one that was renamed is vanished and new, however their folder is named", async () => {
  rmSync(join(folder.path, "scenarios/one.yaml"));
  write("two", { name: "another name" });
  for (const path of ["", `${folder.path}/scenarios/../scenarios `]) {
    const { exit, out } = await run(`${path}--baseline base.jsonl`);
    expect(exit).toBe(1);
    expect(out).toMatch(/^! the fork one +vanished$/m);
    expect(out).toMatch(/^! the fork two +vanished$/m);
    expect(out).toMatch(/^· another name +new$/m);
  }
});

test.for([
  ["scenarios/two.yaml", "compared 1 of 3 baseline jobs (selection)", 0],
  ["--tag two", "compared 1 of 3 baseline jobs (selection)", 0],
  ["--name one|two", "compared 2 of 3 baseline jobs (selection)", 1],
  ["--shard 1/3", "compared 1 of 3 baseline jobs (selection)", 1],
] as const)("a part of the run is compared with its part of the baseline: %s", async ([selection, said, code]) => {
  write("one", dearer);
  const { exit, out } = await run(`${selection} --baseline base.jsonl`);
  expect(out).toContain(said);
  expect(exit).toBe(code);
});

test("a job that is skipped then and now is not compared, and a comparison of such jobs alone fails", async () => {
  write("one", { skip: { reason: "not today" } });
  expect((await run("--baseline base.jsonl --update-baseline")).err).toContain("(3 jobs, 1 changed)");
  const skipped = await run("--baseline base.jsonl --report new.json");
  expect([skipped.exit, skipped.out]).toEqual([
    0,
    expect.stringContaining("compared 2 of 3 baseline jobs (1 skipped both times): base.jsonl"),
  ]);
  expect((JSON.parse(read("new.json")) as RunResult).baseline).toMatchObject({ compared: 2, of: 3, skipped: 1 });
  const one = read("base.jsonl").replace('"jobs":3', '"jobs":1').split("\n").slice(0, 2).join("\n");
  writeFileSync(join(folder.path, "alone.jsonl"), one);
  const alone = await run("--baseline alone.jsonl");
  expect([alone.exit, alone.err]).toEqual([1, expect.stringContaining("no job was compared with alone.jsonl")]);
  const compared = await runForkproof(["compare", "alone.jsonl", "new.json"], folder.path);
  expect([compared.exit, compared.out]).toEqual([1, expect.stringContaining("compared 0 of 1 baseline jobs")]);
});

test("--update-baseline says how many jobs it added, changed and removed", async () => {
  expect((await run("--baseline first.jsonl --update-baseline")).err).toContain("(3 jobs, 0 changed, 3 added)");
  rmSync(join(folder.path, "scenarios/one.yaml"));
  write("two", dearer);
  write("four", {});
  expect((await run("--baseline base.jsonl --update-baseline")).err).toContain(
    "baseline: base.jsonl (3 jobs, 1 changed, 1 added, 1 removed)",
  );
});

test("--update-baseline of a part keeps the lines of the others", async () => {
  const before = read("base.jsonl").split("\n");
  write("one", dearer);
  expect(await run("--tag one --baseline base.jsonl --update-baseline")).toMatchObject({
    exit: 0,
    err: expect.stringContaining("baseline: base.jsonl (3 jobs, 1 changed)") as string,
  });
  const after = read("base.jsonl").split("\n");
  expect(after.map((line, at) => line === before[at])).toEqual([true, false, true, true, true]);
  expect(JSON.parse(after[1] ?? "")).toMatchObject({ id: "the fork one", status: "passed" });
});

test.for([
  ["--baseline gone.jsonl", "HX511", {}],
  ["--update-baseline", "HX503", {}],
  ["--baseline base.jsonl --update-baseline", "HX510", { CI: "true" }],
  ["--baseline scenarios/one.yaml", "HX527", {}],
  ["--baseline other.jsonl", "HX528", {}],
  ["--max-break-usd much", "HX503", {}],
] as const)("run refuses %s with %s, before any job runs", async ([options, code, environment]) => {
  writeFileSync(
    join(folder.path, "other.jsonl"),
    read("base.jsonl").replaceAll("scenarios/", "elsewhere/").replaceAll("the fork", "a fork"),
  );
  const { exit, err, out } = await run(options, environment);
  expect(exit).toBe(2);
  expect(err).toContain(code);
  expect(out).toBe("");
});

test("--max-break-usd fails a run whose breaks cost more, and passes one whose breaks cost less", async () => {
  const provider = { forkAfter: "6m", script: [{ text: "Done." }] };
  write("one", { provider, expect: { findings: ["CB701"], warnings: ["CB900"] } });
  expect(await run("--tag one --max-break-usd 0")).toMatchObject({
    exit: 1,
    err: expect.stringMatching(/breaks cost \$0\.0\d+, and --max-break-usd allows \$0/) as string,
  });
  expect(await run("--tag one --max-break-usd 1")).toMatchObject({ exit: 0 });
});

test("compare shows the difference of two results or baselines, and exits 1 if the second is worse", async () => {
  write("one", dearer);
  await run("--report new.json");
  const compare = (...args: readonly string[]): Promise<Printed> => runForkproof(["compare", ...args], folder.path);
  expect(await compare("base.jsonl", "new.json")).toMatchObject({
    exit: 1,
    out: expect.stringMatching(/^! the fork one {2}usd/m) as string,
  });
  const json = await compare("old.json", "new.json", "--json");
  expect(json.exit).toBe(1);
  expect(JSON.parse(json.out)).toMatchObject({ schema: "forkproof/comparison@1", compared: 3, of: 3 });
  expect(await compare("new.json", "base.jsonl")).toMatchObject({ exit: 0 });
  const same = await compare("old.json", "old.json");
  expect(same).toMatchObject({ exit: 0, out: "compared 3 of 3 baseline jobs: old.json\n\nno difference\n" });
  const wrong = await compare("old.json", "scenarios/one.yaml");
  expect(wrong).toMatchObject({ exit: 2, err: expect.stringContaining("HX526") as string });
});

test("a baseline that was written in another folder is refused if a line of it could go missing", async () => {
  rmSync(join(folder.path, "scenarios/one.yaml"));
  const text = read("base.jsonl").replaceAll('"file":"', '"file":"packages/agent/');
  writeFileSync(join(folder.path, "base.jsonl"), text);
  const { exit, err } = await run("--baseline base.jsonl");
  expect(err).toContain("HX528");
  expect(err).toContain("scenarios/three.yaml");
  expect(exit).toBe(2);
});

test("a skipped job gates even if it failed before", async () => {
  writeFileSync(
    join(folder.path, "base.jsonl"),
    read("base.jsonl").replace(/(?<="the fork two".*)"passed"/, '"failed"'),
  );
  write("two", { skip: { reason: "flaky" } });
  const { exit, out } = await run("--baseline base.jsonl");
  expect(out).toContain("! the fork two  status failed -> skipped");
  expect(exit).toBe(1);
});

test("--update-baseline of a part refuses to keep costs of other prices next to new ones", async () => {
  const old = read("base.jsonl").replace(/"prices":"[^"]*"/, '"prices":"older"');
  writeFileSync(join(folder.path, "base.jsonl"), old);
  const { exit, err } = await run("--tag one --baseline base.jsonl --update-baseline");
  expect(err).toContain("HX530  2 lines of jobs that are not selected");
  expect(exit).toBe(2);
  expect(read("base.jsonl")).toBe(old);
});

test("the merged shards of a run are compared with the baseline as the whole run is", async () => {
  write("one", dearer);
  rmSync(join(folder.path, "scenarios/two.yaml"));
  write("four", {});
  await run("--baseline base.jsonl --report whole.json");
  for (const shard of [1, 2]) await run(`--baseline base.jsonl --shard ${shard}/2 --report ${shard}.json`);
  const { exit, out } = await runForkproof(["merge", "1.json", "2.json", "--report", "merged.json"], folder.path);
  expect(exit).toBe(1);
  expect(out).toContain("compared 3 of 3 baseline jobs: base.jsonl");
  const [whole, merged] = ["whole.json", "merged.json"].map((name) => JSON.parse(read(name)) as RunResult);
  expect(JSON.stringify({ ...merged, timing: null })).toBe(JSON.stringify({ ...whole, timing: null }));
});

test("merge prints the limit that a shard exceeded", async () => {
  write("two", {
    parent: { source: resolve("fixtures/cassettes/coding-agent"), exchange: "parent" },
    fork: { recorded: { exchange: "tool-removed" } },
    provider: undefined,
    expectBreak: { reason: "a break with a price" },
    expect: { verdict: "diverged" },
  });
  for (const shard of [1, 2]) await run(`--max-break-usd 0.01 --shard ${shard}/2 --report ${shard}.json`);
  const { exit, err } = await runForkproof(["merge", "1.json", "2.json"], folder.path);
  expect(exit).toBe(1);
  expect(err).toContain("breaks cost $0.1345, and --max-break-usd allows $0.01");
});
