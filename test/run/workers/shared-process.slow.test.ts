import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeTempFolder } from "../../../harness/io/files/disk.ts";
import type { JobResult, RunResult } from "../../../harness/kernel/run-result.ts";
import { SubjectWorkers } from "../../../harness/run/fork/modules/subject-workers.ts";
import { runForkproof } from "../../cli/run-forkproof.ts";
import { writeJobs } from "./modules.ts";

/** Runs of their own, in one process each: a mutation that one of these tests notices costs no run of all modules. */
async function runJobs(names: readonly string[], atOnce = 1): Promise<readonly JobResult[]> {
  using folder = makeTempFolder();
  writeJobs(folder.path, names);
  const { out } = await runForkproof(["run", "--json", "--jobs", String(atOnce)], folder.path);
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

test("jobs that run at once in one process get the results of one at a time, misbehaving modules among them", async () => {
  const names = [
    ["well-behaved", "sets-a-global", "exits", "well-behaved", "throws-in-a-timer", "leaves-an-interval"],
    ["well-behaved", "changes-environment", "leaves-a-rejection", "well-behaved", "asks-no-provider", "kills-itself"],
    ["patches-sockets", "well-behaved", "replaces-fetch", "well-behaved", "throws", "well-behaved", "reaches-out"],
  ].flat();
  // More than there are cores: each has a worker of its own, and this process judges them all.
  const [alone, together] = [await runJobs(names), await runJobs(names, availableParallelism() + 2)];
  expect(statusesOf(alone)).toContain("failed");
  expect(together).toEqual(alone);
});

test("of two jobs that ask for a worker at once, neither gets the one that the other waits for or has", async () => {
  using folder = makeTempFolder();
  const path = join(folder.path, "changes.mjs");
  // Turns of its event loop take so long that it ends its job well before it reports its state.
  const slows = "const slow = () => { for (const end = Date.now() + 50; Date.now() < end; ); setImmediate(slow); };";
  writeFileSync(path, `${slows} export default async () => { process.env.HOME = "/gone"; setImmediate(slow); };`);
  using workers = new SubjectWorkers();
  const lease = (): ReturnType<SubjectWorkers["lease"]> => workers.lease({ isFresh: false, env: {} });
  const [changed, spare] = [await lease(), await lease()];
  changed.begin(true);
  const parent = { id: "", request: Buffer.alloc(0), headers: [], answer: null };
  const task = { parent, baseUrl: "", apiKey: "", directive: "", memoryDir: null };
  await changed.run("fork", path, task, new AbortController().signal, () => Promise.reject(new Error("no tools")));
  expect((await changed.end()).fault).toBeNull();
  workers.giveBack(spare);
  workers.giveBack(changed);
  // The first one asks for the changed worker, and learns only later that it is of no use.
  const [first, second] = await Promise.all([lease(), lease()]);
  expect(second).toBe(spare);
  expect(first).not.toBe(spare);
  expect(first).not.toBe(changed);
});
