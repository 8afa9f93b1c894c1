import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";

import type { RunResult } from "../../../harness/kernel/run-result.ts";
import { loadScenarios } from "../../../harness/run/load-scenarios.ts";
import { openJobProcess } from "../../../harness/run/parallel/job-process.ts";
import type { Scenario } from "../../../harness/scenario/scenario.ts";
import { runForkproof } from "../../cli/run-forkproof.ts";
import { runs, startForkproof } from "../../cli/waiting-run.ts";
import { temporaryFolder } from "../../src/support/temporary-folder.ts";

const parent = { source: resolve("fixtures/cassettes/scripted-parent"), exchange: "reading-3" };
const provider = { script: [{ text: "Done." }] };

function resultAt(path: string): Omit<RunResult, "timing"> & { readonly timing: null } {
  return { ...(JSON.parse(readFileSync(path, "utf8")) as RunResult), timing: null };
}

test("one process, and three merged shards of two processes each, give equal results for all shipped scenarios", async () => {
  const folder = temporaryFolder();
  const at = (name: string): string => join(folder, `${name}.json`);
  const run = async (name: string, ...options: readonly string[]): Promise<void> => {
    // Requests hold the names of temporary folders, which another run on this machine may have taken.
    const env = { TMPDIR: folder };
    const { exit, err } = await runForkproof(["run", "scenarios", "--report", at(name), ...options], ".", env);
    expect(exit, err).toBe(0);
  };
  await run("one", "--jobs", "1");
  const shards = ["1", "2", "3"];
  for (const shard of shards) await run(`shard-${shard}`, "--shard", `${shard}/3`, "--jobs", "2");
  const merged = await runForkproof(
    ["merge", ...shards.map((shard) => at(`shard-${shard}`)), "--report", at("merged")],
    ".",
  );
  expect(merged.exit, merged.err).toBe(0);
  const [one, both] = [resultAt(at("one")), resultAt(at("merged"))];
  expect(one.jobs.length).toBeGreaterThan(200);
  const differ = one.jobs.filter((job, place) => !isDeepStrictEqual(job, both.jobs[place])).map(({ id }) => id);
  expect(differ).toEqual([]);
  expect(readFileSync(at("merged"), "utf8").split('"timing"')[0]).toBe(
    readFileSync(at("one"), "utf8").split('"timing"')[0],
  );
});

let folder = "";
beforeAll(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, "scenarios"));
  const write = (name: string, text: string): void => writeFileSync(join(folder, "scenarios", name), text);
  write(
    "kills.mjs",
    `export default async () => { process.kill(process.ppid, "SIGKILL"); await new Promise(() => {}); };`,
  );
  write(
    "waits.mjs",
    `import { writeFileSync } from "node:fs";
     export default async () => { writeFileSync("waits-" + process.pid + "-" + process.ppid, ""); await new Promise(() => setInterval(() => {}, 1e6)); };`,
  );
  const cases = {
    "1-kills": { name: "kills", parent, fork: { subject: "kills.mjs", prompt: "go" }, provider },
    "2-good": { name: "good", parent, fork: { strategy: "pass-through", prompt: "go" }, provider },
    "3-other": { name: "other", parent, fork: { strategy: "pass-through", prompt: "on" }, provider },
  };
  for (const [name, text] of Object.entries(cases)) write(`${name}.yaml`, stringify(text));
});

test.for([
  ["next", false],
  ["waiting", true],
] as const)(
  "a fork that kills the process of its job has errored, and the %s job runs in another process",
  async ([, isWaiting]) => {
    const { scenarios } = loadScenarios([
      join(folder, "scenarios/1-kills.yaml"),
      join(folder, "scenarios/2-good.yaml"),
    ]);
    const [kills, good] = scenarios as readonly [Scenario, Scenario];
    using lane = openJobProcess({
      settings: { rules: null, strict: false, runsModules: true, keepFailed: null, blocks: false, live: null },
      signal: new AbortController().signal,
      onUnknownModel: () => {},
      onInternalError: () => {},
    });
    const killing = lane.run(kills);
    const waiting = isWaiting ? lane.run(good) : null;
    expect((await killing)?.job.outcome).toMatchObject({
      status: "errored",
      error: { code: "HX415", what: "the process that ran this job ended with signal SIGKILL", exit: 3 },
    });
    expect((await (waiting ?? lane.run(good)))?.job.outcome).toEqual({ status: "passed" });
  },
);

test("--bail in several processes gives the result of one", async () => {
  const inside = temporaryFolder();
  mkdirSync(join(inside, "scenarios"));
  for (let index = 10; index < 30; index += 1) {
    const expected = index % 7 === 0 ? { verdict: "diverged" } : { verdict: "byte-identical" };
    const text = {
      name: `case ${index}`,
      parent,
      fork: { strategy: "pass-through", prompt: "go" },
      provider,
      expect: expected,
    };
    writeFileSync(
      join(inside, "scenarios", `${index}.yaml`),
      stringify(index % 7 === 0 ? { ...text, expectBreak: { reason: "there is none" } } : text),
    );
  }
  const exits: number[] = [];
  for (const jobs of ["1", "3"])
    exits.push((await runForkproof(["run", "--bail", "--jobs", jobs, "--report", `${jobs}.json`], inside)).exit);
  expect(exits).toEqual([1, 1]);
  const one = resultAt(join(inside, "1.json"));
  expect(one.jobs.map(({ id }) => id)).toEqual(["case 10", "case 11", "case 12", "case 13", "case 14"]);
  expect(resultAt(join(inside, "3.json"))).toEqual(one);
});

test("SIGINT ends the jobs of all processes, and no process is left", async () => {
  const inside = temporaryFolder();
  mkdirSync(join(inside, "scenarios"));
  writeFileSync(join(inside, "scenarios/waits.mjs"), readFileSync(join(folder, "scenarios/waits.mjs")));
  for (const name of ["a", "b", "c"]) {
    writeFileSync(
      join(inside, `scenarios/${name}.yaml`),
      stringify({ name, timeout: "1h", parent, fork: { subject: "waits.mjs", prompt: "go" }, provider }),
    );
  }
  const { child, ended } = startForkproof(["run", "--jobs", "3"], inside);
  const waiting = (): readonly (readonly number[])[] =>
    readdirSync(inside).flatMap((name) => {
      const [, own, parent] = /^waits-(\d+)-(\d+)$/.exec(name) ?? [];
      return own === undefined ? [] : [[Number(own), Number(parent)]];
    });
  await expect.poll(() => waiting().length).toBe(3);
  child.kill("SIGINT");
  expect((await ended).exit).toBe(130);
  expect(resultAt(join(inside, "reports/latest.json"))).toMatchObject({
    outcome: "interrupted",
    summary: { notRun: 3 },
  });
  await expect.poll(() => waiting().flat().filter(runs)).toEqual([]);
});

test.for([
  ["--jobs 0", "--jobs takes a whole number from 1"],
  ["--jobs two", "--jobs takes a whole number from 1"],
  ["--shard 4/3", "--shard takes I/N with I from 1 to N"],
  ["--shard 0/3", "--shard takes I/N with I from 1 to N"],
  ["--shard 1", "--shard takes I/N with I from 1 to N"],
  ["--shard 4/4", "shard 4/4 has no job: only 3 jobs are selected"],
] as const)("run refuses %s", async ([options, what]) => {
  const { exit, err } = await runForkproof(["run", ...options.split(" ")], folder);
  expect(exit).toBe(2);
  expect(err).toContain(what);
});
