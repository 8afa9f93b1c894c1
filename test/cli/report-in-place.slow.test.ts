import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { stringify } from "yaml";
import { makeTempFolder, type TempFolder } from "../../harness/io/files/disk.ts";
import type { RunResult } from "../../harness/kernel/run-result.ts";
import { runForkproof } from "./run-forkproof.ts";

const parent = { source: resolve("fixtures/cassettes/scripted-parent"), exchange: "reading-3" };

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
  mkdirSync(join(folder.path, "scenarios"));
  write("scenarios/good.yaml", good("good"));
});
afterEach(() => folder[Symbol.dispose]());

function good(name: string): string {
  return stringify({
    name,
    parent,
    fork: { strategy: "pass-through", prompt: "go" },
    provider: { script: [{ text: "Done." }] },
  });
}

function write(name: string, text: string): void {
  writeFileSync(join(folder.path, name), text);
}

function read(name: string): string {
  return readFileSync(join(folder.path, name), "utf8");
}

function reportAt(name: string): RunResult {
  return JSON.parse(read(name)) as RunResult;
}

test("a run refuses to write its report over a file that is not a report", async () => {
  const text = read("scenarios/good.yaml");
  const printed = await runForkproof(["run", "--report", "scenarios/good.yaml"], folder.path);
  expect(printed.exit).toBe(2);
  expect(printed.err).toContain("HX524  refusing to overwrite: not a report of forkproof");
  expect(read("scenarios/good.yaml")).toBe(text);
});

test("a run that cannot start replaces the green report of an earlier run", async () => {
  expect((await runForkproof(["run"], folder.path)).exit).toBe(0);
  expect(reportAt("reports/latest.json").outcome).toBe("passed");
  write("scenarios/broken.yaml", "name: broken\nfork: [");
  expect((await runForkproof(["run"], folder.path)).exit).toBe(2);
  expect(reportAt("reports/latest.json")).toMatchObject({ outcome: "errored", jobs: [] });
});

test("a run finds scenarios whatever the case of their file's ending", async () => {
  write("scenarios/loud.YAML", good("loud"));
  expect((await runForkproof(["run"], folder.path)).exit).toBe(0);
  expect(
    reportAt("reports/latest.json")
      .jobs.map(({ scenario }) => scenario)
      .toSorted(),
  ).toEqual(["good", "loud"]);
});

test("an option with one value is refused if it is given twice", async () => {
  const printed = await runForkproof(["run", "--report=a.json", "--report=b.json"], folder.path);
  expect(printed.exit).toBe(2);
  expect(printed.err).toContain("--report is given twice");
});

test("validate refuses an expected output that every text matches, and takes one that some text does not", async () => {
  const scenario = (matches: string): string => {
    const fork = { strategy: "pass-through", prompt: "go" };
    return stringify({
      name: "x",
      parent,
      fork,
      provider: { script: [{ text: "a" }] },
      expect: { output: [{ matches }] },
    });
  };
  for (const [matches, exit] of [
    ["(a|)", 2],
    ["", 2],
    ["^a$", 0],
  ] as const) {
    write("one.yaml", scenario(matches));
    const printed = await runForkproof(["validate", "one.yaml"], folder.path);
    expect([matches, printed.exit]).toEqual([matches, exit]);
    if (exit === 2) expect(`${printed.out}${printed.err}`).toContain("matches every text: it checks nothing");
  }
});
