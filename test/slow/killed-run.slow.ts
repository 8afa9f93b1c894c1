import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";

import { main, runForkproof } from "../cli/run-forkproof.ts";
import { readReport } from "../cli/waiting-run.ts";
import { firstSeed } from "../support/first-seed.ts";

const JOBS = 300;
const KILLS = 20;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "forkproof-killed-"));
  mkdirSync(join(folder, "scenarios"));
  const scenario = {
    name: "fork ${number}",
    matrix: { number: Array.from({ length: JOBS }, (_, at) => at) },
    parent: { source: resolve(import.meta.dirname, "../../fixtures/cassettes/scripted-parent"), exchange: "reading-3" },
    fork: { strategy: "pass-through", prompt: "go" },
    provider: { script: [{ text: "A pilot." }] },
  };
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

/** Starts the run and kills it as long after its first report as `delayMs` says, or at once where it has ended before. */
async function killRun(delayMs: number): Promise<void> {
  const report = join(folder, "reports/latest.json");
  rmSync(report, { force: true });
  const child = spawn(process.execPath, [main, "run"], { cwd: folder, env: {}, stdio: "ignore" });
  const closed = once(child, "close");
  await expect.poll(() => existsSync(report), { interval: 1, timeout: 60_000 }).toBe(true);
  await setTimeout(delayMs);
  child.kill("SIGKILL");
  await closed;
}

test(`a run that is killed leaves a whole report of the jobs that ended before, at ${KILLS} moments`, async () => {
  const whole = await runForkproof(["run"], folder);
  expect(whole.exit).toBe(0);
  const { jobs, timing } = readReport(join(folder, "reports/latest.json"));
  const ids = jobs.map(({ id }) => id);
  expect(ids).toHaveLength(JOBS);
  const kept: number[] = [];
  const random = chances(firstSeed());
  for (let kill = 0; kill < KILLS; kill += 1) {
    await killRun((random.next().value ?? 0) * timing.durationMs);
    const report = readReport(join(folder, "reports/latest.json"));
    const found = report.jobs.map(({ id }) => id);
    expect(found).toEqual(ids.slice(0, found.length));
    if (found.length < JOBS) expect(report.outcome).toBe("interrupted");
    expect(report.summary).toMatchObject({ jobs: found.length, notRun: JOBS - found.length });
    kept.push(found.length);
  }
  console.info(`jobs in the reports of ${KILLS} killed runs of ${JOBS}: ${kept.join(", ")}`);
  expect(kept.filter((count) => count > 0).length).toBeGreaterThan(KILLS / 2);
  expect(new Set(kept).size).toBeGreaterThan(KILLS / 2);
  // The next run takes the lock over and clears away what is left.
  expect((await runForkproof(["run"], folder)).exit).toBe(0);
  expect(readReport(join(folder, "reports/latest.json"))).toMatchObject({
    outcome: "passed",
    summary: { passed: JOBS },
  });
  expect(readdirSync(join(folder, "reports"))).toEqual(["latest.json"]);
});
