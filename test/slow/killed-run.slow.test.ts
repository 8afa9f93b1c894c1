import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";

import { main, runForkproof } from "../cli/run-forkproof.ts";
import { readReport } from "../cli/waiting-run.ts";
import { writeTraffic } from "../cli/write-traffic.ts";
import { firstSeed } from "../support/first-seed.ts";

const JOBS = 120;
const KILLS = 20;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "forkproof-killed-"));
  mkdirSync(join(folder, "scenarios"));
  const scenario = {
    name: "fork ${number}",
    matrix: { number: Array.from({ length: JOBS }, (_, at) => at) },
    // Small: what dies is the run, not the job.
    parent: { source: "traffic.jsonl", exchange: "2" },
    fork: { recorded: { exchange: "3" } },
    expect: { verdict: "byte-identical", findings: [] },
  };
  writeTraffic(join(folder, "scenarios"));
  writeFileSync(join(folder, "scenarios/many.yaml"), stringify(scenario));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Numbers from 0 to 1 that are the same in every run (a linear congruential generator). */
function* chances(seed: number): Generator<number> {
  for (let state = seed; ;) {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    yield state / 2 ** 32;
  }
}

/** Time goes by a millisecond at each look, so that a report is written every few jobs, on a machine of any speed. */
const COUNTED_TIME = `
  let now = 0;
  process.hrtime = () => [0, (now += 1) * 1e6];`;

/** The run lets events in before each job. Some turns of the event loop after that the process kills itself. */
const dying = (job: number, turns: number): string => `
  import timers from "node:timers/promises";
  import { syncBuiltinESMExports } from "node:module";
  const letIn = timers.setImmediate;
  let jobs = 0;
  const die = (turns) => {
    if (turns === 0) process.kill(process.pid, "SIGKILL");
    else setImmediate(die, turns - 1);
  };
  timers.setImmediate = (...args) => {
    jobs += 1;
    if (jobs === ${job}) die(${turns});
    return letIn(...args);
  };
  syncBuiltinESMExports();`;

/** Kills itself in the middle of a write: the draft of the report is there, half or whole, and not yet in its place. */
const dyingInWrite = (write: number, share: number): string => `
  import fs from "node:fs";
  import { syncBuiltinESMExports } from "node:module";
  const { openSync, writeFileSync } = fs;
  let writes = 0;
  let draft = null;
  fs.openSync = (path, ...options) => {
    const file = openSync(path, ...options);
    if (String(path).endsWith(".tmp")) [writes, draft] = [writes + 1, file];
    return file;
  };
  fs.writeFileSync = (file, text, options) => {
    if (file !== draft || writes < ${write}) return writeFileSync(file, text, options);
    writeFileSync(file, text.slice(0, Math.floor(text.length * ${share})), options);
    process.kill(process.pid, "SIGKILL");
  };
  syncBuiltinESMExports();`;

async function killRun(preload: string, jobs = "1"): Promise<void> {
  const options = ["--import", `data:text/javascript,${encodeURIComponent(COUNTED_TIME + preload)}`];
  const child = spawn(process.execPath, [...options, main, "run", "--jobs", jobs], {
    cwd: folder,
    env: {},
    stdio: "ignore",
  });
  await once(child, "close");
  expect(child.signalCode).toBe("SIGKILL");
}

test(`a run that is killed leaves a complete report of the finished jobs, at ${KILLS} moments`, async () => {
  const report = join(folder, "reports/latest.json");
  expect((await runForkproof(["run"], folder)).exit).toBe(0);
  const ids = readReport(report).jobs.map(({ id }) => id);
  expect(ids).toHaveLength(JOBS);
  const kept: number[] = [];
  const random = chances(firstSeed());
  const chance = (below: number): number => Math.floor((random.next().value ?? 0) * below);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const inWrite = kill % 4 === 3;
    // A job takes a turn or more, so that no more than `turns` of them end meanwhile, and the run does not.
    const turns = chance(20);
    const job = 1 + chance(JOBS - turns);
    // The first write is that of a run without results; from the second on there are some.
    await killRun(inWrite ? dyingInWrite(3 + chance(3), chance(101) / 100) : dying(job, turns));
    const { outcome, summary, jobs } = readReport(report);
    const found = jobs.map((each) => each.id);
    expect(found).toEqual(ids.slice(0, found.length));
    expect(outcome).toBe("interrupted");
    expect(summary).toMatchObject({ jobs: found.length, passed: found.length, notRun: JOBS - found.length });
    if (!inWrite) expect(found.length).toBeLessThanOrEqual(job + turns);
    kept.push(found.length);
  }
  console.info(`jobs in the reports of ${KILLS} killed runs of ${JOBS}: ${kept.join(", ")}`);
  expect(kept.filter((count) => count > 0).length).toBeGreaterThan(KILLS / 2);
  // The next run takes the lock over and clears away what is left.
  expect((await runForkproof(["run"], folder)).exit).toBe(0);
  expect(readReport(report)).toMatchObject({
    outcome: "passed",
    summary: { passed: JOBS },
  });
  expect(readdirSync(join(folder, "reports"))).toEqual(["latest.json"]);
});

test("a run with workers that is killed leaves a complete report of the finished jobs, in their order", async () => {
  const report = join(folder, "reports/latest.json");
  for (const write of [3, 4, 5]) {
    await killRun(dyingInWrite(write, 0.5), "2");
    const { outcome, summary, jobs } = readReport(report);
    const numbers = jobs.map(({ id }) => Number(/=(\d+)/.exec(id)?.[1]));
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers.length).toBeGreaterThan(0);
    expect(outcome).toBe("interrupted");
    expect(summary).toMatchObject({ jobs: jobs.length, passed: jobs.length, notRun: JOBS - jobs.length });
  }
});
