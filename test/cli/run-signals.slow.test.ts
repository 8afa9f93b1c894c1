import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { temporaryFolder } from "../src/support/temporary-folder.ts";
import { runForkproof } from "./run-forkproof.ts";
import { endProcess, readReport, runs, startForkproof, waitingProcess, writeWaitingRun } from "./waiting-run.ts";

test.for([
  ["SIGINT", "command"],
  ["SIGTERM", "command"],
  ["SIGHUP", "command"],
  ["SIGINT", "module"],
  ["SIGTERM", "module"],
] as const)("%s ends a run whose %s never ends, with a table, a report and exit code 130", async ([signal, kind]) => {
  const folder = temporaryFolder();
  writeWaitingRun(folder, kind);
  const { child, ended } = startForkproof(["run"], folder);
  const waiting = await waitingProcess(folder);
  child.kill(signal);
  const printed = await ended;
  expect(printed.exit).toBe(130);
  expect(printed.err).toContain(`${signal}: ending now`);
  expect(printed.out).toMatch(/interrupted {2}1 job in 3 files: 1 passed, 0 failed, 2 not run \(/);
  const report = readReport(join(folder, "reports/latest.json"));
  expect(report).toMatchObject({ outcome: "interrupted", summary: { jobs: 1, passed: 1, notRun: 2 } });
  expect(report.jobs.map(({ id }) => id)).toEqual(["first"]);
  // The lock is gone, and so is what the job had started.
  expect(readdirSync(join(folder, "reports"))).toEqual(["latest.json"]);
  await expect.poll(() => runs(waiting)).toBe(false);
});

test("an interrupted run prints the document that it writes", async () => {
  const folder = temporaryFolder();
  writeWaitingRun(folder);
  const { child, ended } = startForkproof(["run", "--json"], folder);
  await waitingProcess(folder);
  child.kill("SIGTERM");
  const { exit, out } = await ended;
  expect(exit).toBe(130);
  expect(JSON.parse(out)).toEqual(readReport(join(folder, "reports/latest.json")));
});

test("a report after SIGKILL holds the finished job, and the next run takes over the rest", async () => {
  const folder = temporaryFolder();
  writeWaitingRun(folder);
  const reports = join(folder, "reports");
  const { child, ended } = startForkproof(["run"], folder);
  const waiting = await waitingProcess(folder);
  try {
    // It may be written a moment after the next job has begun.
    await expect.poll(() => readReport(join(reports, "latest.json")).jobs.length).toBe(1);
    child.kill("SIGKILL");
    await ended;
    const report = readReport(join(reports, "latest.json"));
    expect(report).toMatchObject({ outcome: "interrupted", summary: { jobs: 1, passed: 1, notRun: 2 } });
    expect(existsSync(join(reports, ".latest.json.lock"))).toBe(true);
  } finally {
    endProcess(waiting);
  }
  const next = await runForkproof(["run", "scenarios/0.yaml"], folder);
  expect(next).toMatchObject({ exit: 0, err: "report: reports/latest.json\n" });
  expect(readReport(join(reports, "latest.json")).outcome).toBe("passed");
  expect(readdirSync(reports)).toEqual(["latest.json"]);
});

test("a report says interrupted until the run has ended, even after all of its jobs have ended", async () => {
  const folder = temporaryFolder();
  writeWaitingRun(folder);
  // Time leaps, so that each job is followed by a write; the run is killed behind the one that holds the last job.
  const preload = `
    import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    const { renameSync } = fs;
    let now = 0;
    process.hrtime = () => [0, (now += 10_000) * 1e6];
    fs.renameSync = (from, to) => {
      renameSync(from, to);
      if (fs.readFileSync(to, "utf8").includes('"notRun": 0')) process.kill(process.pid, "SIGKILL");
    };
    syncBuiltinESMExports();`;
  const options = ["--import", `data:text/javascript,${encodeURIComponent(preload)}`];
  const { child, ended } = startForkproof(["run", "scenarios/0.yaml"], folder, options);
  await ended;
  expect(child.signalCode).toBe("SIGKILL");
  const report = readReport(join(folder, "reports/latest.json"));
  expect(report).toMatchObject({ outcome: "interrupted", summary: { jobs: 1, passed: 1, notRun: 0 } });
});
