import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import { AGENT_VARIABLES } from "../../harness/cli/reporting/choose-reporters.ts";
import type { JobResult, RunResult } from "../../harness/kernel/run-result.ts";
import { type Printed, runForkproof } from "./run-forkproof.ts";
import { writeScenarios } from "./write-scenarios.ts";

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
  writeScenarios(folder.path);
});
afterEach(() => folder[Symbol.dispose]());

function run(line: string, environment: Readonly<Record<string, string>> = {}): Promise<Printed> {
  return runForkproof(["run", ...line.split(" ").filter((word) => word !== "")], folder.path, environment);
}

function read(name: string): string {
  return readFileSync(join(folder.path, name), "utf8");
}

test("several reporters write the same result, each to its own place", async () => {
  const { out, exit } = await run("--reporter minimal --reporter json=out/run.json --reporter jsonl=out/run.jsonl");
  expect(exit).toBe(1);
  const result = JSON.parse(read("out/run.json")) as RunResult;
  expect(result).toEqual(JSON.parse(read("reports/latest.json")));
  const lines = read("out/run.jsonl")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly type: string });
  const { jobs, ...rest } = result;
  expect(lines).toEqual([...jobs.map((job) => ({ type: "job", ...job })), { type: "run", ...rest }]);
  expect(out).toContain("FAIL  a fork that lost a tool");
  expect(out).toContain("skipped  a fork of tomorrow: not recorded yet");
  expect(out).not.toContain("byte-identical  ");
  expect(out.trimEnd().split("\n").at(-1)).toContain("1 passed, 1 failed, 1 errored, 1 skipped");
});

test("jobs and failed checks say the line and column where the scenario writes them", async () => {
  await run("--json");
  const { jobs } = JSON.parse(read("reports/latest.json")) as RunResult;
  const job = jobs.find(({ id }) => id === "a fork that lost a tool") as JobResult;
  expect(job.place).toEqual({ line: 1, column: 1 });
  expect(job.checks.map(({ check, place }) => [check, place])).toEqual([
    ["verdict", { line: 4, column: 11 }],
    ["findings", { line: 4, column: 36 }],
  ]);
});

test("the default is the table for a person, and minimal in CI and for each coding agent that says so", async () => {
  const table = (await run("")).out;
  expect(table).toContain("scenario");
  for (const variable of ["CI", ...AGENT_VARIABLES]) {
    const { out } = await run("", { [variable]: "1" });
    expect(out, variable).not.toContain("reusable  checks");
    expect(out, variable).toContain("FAIL  a fork that lost a tool");
  }
  expect((await run("--reporter table", { CI: "true" })).out).toContain("reusable  checks");
});

test.for([
  ["--reporter jsn", 'HX503  unknown reporter "jsn"', "did you mean `--reporter json`?"],
  ["--reporter json=", "HX503  --reporter json= names no file", "write --reporter json=FILE"],
  ["--reporter json --reporter table", "HX503  the reporters json and table both write to stdout", "=FILE"],
  ["--json --reporter jsonl", "HX503  the reporters jsonl and json both write to stdout", "=FILE"],
  ["--reporter json=a --reporter jsonl=a", "HX503  the reporters json and jsonl both write to a", "=FILE"],
  [
    "--reporter junit=reports/latest.json",
    "HX503  the reporter junit and another report of this run both write to reports/latest.json",
    "name a file of its own for the reporter junit",
  ],
  ["--reporter json=scenarios/clean.yaml", "HX524  refusing to overwrite: not a report of forkproof", "clean.yaml"],
  ["--reporter json=scenarios", "HX516  cannot be written: this is a folder", "name a file in it"],
] as const)("run refuses a reporter that cannot report, before any job runs: %s", async ([line, what, fix]) => {
  const { exit, out, err } = await run(line);
  expect(err.replace(/\s+/g, " ")).toContain(what.replace(/\s+/g, " "));
  expect(err).toContain(fix);
  expect([2, 3]).toContain(exit);
  expect(out).not.toContain("run-result");
  expect(existsSync(join(folder.path, "a"))).toBe(false);
});

const NAMES = ["table", "minimal", "github", "json", "jsonl", "junit", "markdown", "html"];

test("every reporter replaces what it wrote, for a run that fails and for one that passes", async () => {
  const all = NAMES.map((name) => `--reporter ${name}=${name}.txt`).join(" ");
  for (const outcome of [1, 1]) expect((await run(all)).exit).toBe(outcome);
  const first = NAMES.map((name) => read(`${name}.txt`));
  expect((await run(`scenarios/clean.yaml ${all}`)).exit).toBe(0);
  for (const [at, name] of NAMES.entries()) expect(read(`${name}.txt`), name).not.toBe(first[at]);
});

test("no reporter replaces a scenario or a table of others", async () => {
  const scenario = read("scenarios/clean.yaml");
  writeFileSync(join(folder.path, "notes.txt"), "passed  notes on 3 jobs in 2 files: see (2.0 s)\nand more\n");
  const refused = [...NAMES.map((name) => [name, "notes.txt"]), ["table", "scenarios/clean.yaml"]];
  for (const [name, file] of refused) {
    const { exit, out, err } = await run(`--reporter ${name}=${file}`);
    expect({ exit, out }).toEqual({ exit: 2, out: "" });
    expect(err).toContain("HX524  refusing to overwrite: not a report of forkproof");
    expect(err).toContain(`name another file for the reporter ${name}`);
  }
  expect(read("scenarios/clean.yaml")).toBe(scenario);
});

test("a run that cannot start replaces what a reporter wrote for an earlier run", async () => {
  await run("scenarios/clean.yaml --reporter json=out.json");
  expect((JSON.parse(read("out.json")) as RunResult).outcome).toBe("passed");
  writeFileSync(join(folder.path, "scenarios/broken.yaml"), "name: [");
  expect((await run("--reporter json=out.json")).exit).toBe(2);
  expect(JSON.parse(read("out.json"))).toMatchObject({ outcome: "errored", jobs: [] });
});

test("--list prints the selected jobs in the order of a run without running them", async () => {
  const { exit, out, err } = await run("--list --name fork");
  expect({ exit, out, err }).toEqual({
    exit: 0,
    out: "a fork that passes its prefix through\na fork that lost a tool\na fork of tomorrow (skipped: not recorded yet)\n",
    err: "3 jobs\n",
  });
  expect(existsSync(join(folder.path, "reports"))).toBe(false);
  const listed = JSON.parse((await run("--list --tag smoke --json")).out) as { readonly jobs: readonly unknown[] };
  expect(listed.jobs).toEqual([
    {
      id: "a fork that passes its prefix through",
      file: "scenarios/clean.yaml",
      place: { line: 1, column: 1 },
      kind: "pair",
      tags: ["smoke"],
      variant: {},
    },
  ]);
});
