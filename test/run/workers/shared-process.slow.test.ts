import { expect, test } from "vitest";
import { makeTempFolder } from "../../../harness/io/files/disk.ts";
import type { JobResult, RunResult } from "../../../harness/kernel/run-result.ts";
import { runForkproof } from "../../cli/run-forkproof.ts";
import { writeJobs } from "./modules.ts";

/** Runs of their own, in one process each: a mutation that one of these tests notices costs no run of all modules. */
async function runJobs(names: readonly string[]): Promise<readonly JobResult[]> {
  using folder = makeTempFolder();
  writeJobs(folder.path, names);
  const { out } = await runForkproof(["run", "--json", "--jobs", "1"], folder.path);
  const { jobs } = JSON.parse(out) as RunResult;
  expect(jobs).toHaveLength(names.length);
  return jobs;
}

function statusesOf(jobs: readonly JobResult[]): readonly string[] {
  return jobs.map(({ outcome }) => outcome.status);
}

test("a result without the job's secret is ignored", async () => {
  const [job] = await runJobs(["forges-a-result"]);
  expect(job?.forks.map(({ output }) => output)).toEqual(["A pilot."]);
});

test("a job finds the same process after one that changed the environment, since it runs in a new one", async () => {
  const jobs = await runJobs(["well-behaved", "changes-environment", "well-behaved"]);
  expect(statusesOf(jobs)).toEqual(["passed", "passed", "passed"]);
  expect(jobs[0]?.printed).not.toBeNull();
  expect(jobs[2]?.printed).toEqual(jobs[0]?.printed);
});

test("a promise that a module left rejected fails its own job, and not the one behind it", async () => {
  expect(statusesOf(await runJobs(["leaves-a-rejection", "well-behaved"]))).toEqual(["failed", "passed"]);
});

test("a job that an earlier job's code breaks runs again in a new process, with a warning", async () => {
  // In a run of its own no other job's timer may fire first.
  const jobs = await runJobs(["leaves-a-stray", "meets-a-stray"]);
  expect(statusesOf(jobs)).toEqual(["passed", "passed"]);
  const warnings = jobs[1]?.warnings ?? [];
  expect(warnings.map(({ code, message }) => `${code} ${message}`)).toEqual([
    "STRAY code that an earlier job left behind broke this job's process, so it ran again in a new one: the module threw where nothing catches it: from an earlier job, at Timeout._onTimeout scenarios/leaves-a-stray.mjs:11:62",
  ]);
});
