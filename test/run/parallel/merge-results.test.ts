import * as fc from "fast-check";
import { expect, test } from "vitest";

import { HarnessError } from "../../../harness/kernel/faults/harness-error.ts";
import type { JobResult, RunResult } from "../../../harness/kernel/run-result.ts";
import { mergeResults } from "../../../harness/run/result/merge-results.ts";
import { outcomeOf } from "../../../harness/run/result/run-outcome.ts";
import type { ShardResult } from "../../../harness/run/result/shard-result.ts";
import { sampleRun } from "../../report/sample-run.ts";

function runOf(jobs: readonly JobResult[], shard: RunResult["selection"]["shard"]): RunResult {
  const count = (status: string): number => jobs.filter(({ outcome }) => outcome.status === status).length;
  return {
    ...sampleRun,
    outcome: outcomeOf(jobs),
    selection: { ...sampleRun.selection, shard },
    jobs,
    summary: {
      files: 4,
      jobs: jobs.length,
      passed: count("passed"),
      failed: count("failed"),
      errored: count("errored"),
      skipped: count("skipped"),
      warnings: jobs.reduce((sum, { warnings }) => sum + warnings.length, 0),
      notRun: 0,
    },
    timing: { ...sampleRun.timing, jobsMs: Object.fromEntries(jobs.map(({ id }, index) => [id, index])) },
  };
}

function shardsOf(jobs: readonly JobResult[], count: number): readonly ShardResult[] {
  return Array.from({ length: count }, (_, at) => ({
    file: `shard-${at + 1}.json`,
    result: runOf(
      jobs.filter((_job, index) => index % count === at),
      { index: at + 1, count },
    ),
  }));
}

const someJobs = fc
  .array(fc.constantFrom(...sampleRun.jobs), { minLength: 1, maxLength: 20 })
  .map((jobs) => jobs.map((job, index) => ({ ...job, id: `${index} ${job.id}` })));

test("the merged shards of a run are that run outside of timing, in whatever order they are named", () => {
  fc.assert(
    fc.property(someJobs, fc.integer({ min: 1, max: 6 }), fc.infiniteStream(fc.nat()), (jobs, asked, chance) => {
      const shards = shardsOf(jobs, Math.min(asked, jobs.length));
      const shuffled = shards.map((each) => ({ each, at: chance.next().value })).toSorted((a, b) => a.at - b.at);
      const merged = mergeResults(shuffled.map(({ each }) => each));
      const whole = runOf(jobs, null);
      expect({ ...merged, timing: null }).toEqual({ ...whole, timing: null });
      expect(Object.keys(merged.timing.jobsMs)).toEqual(jobs.map(({ id }) => id));
    }),
    { numRuns: 200 },
  );
});

test("a shard that failed for its warnings fails the merged run", () => {
  const passed = sampleRun.jobs.filter(({ outcome }) => outcome.status === "passed");
  const [shard] = shardsOf(passed, 1);
  const failed = { ...shard!, result: { ...shard!.result, outcome: "failed" as const } };
  expect(mergeResults([failed]).outcome).toBe("failed");
});

const [one, two] = shardsOf(sampleRun.jobs, 2) as [ShardResult, ShardResult];
const changed = (shard: ShardResult, result: Partial<RunResult>): ShardResult => ({
  ...shard,
  result: { ...shard.result, ...result },
});
const { selection, summary } = two.result;

test.for<readonly [why: string, shards: readonly ShardResult[], what: string, where: string]>([
  ["a missing shard", [two], "no result of shard 1/2", "shard-2.json"],
  ["a shard given twice", [one, two, one], "shard 1/2 is there twice", "shard-1.json and shard-1.json"],
  [
    "a whole run",
    [changed(one, { selection: { ...selection, shard: null } })],
    "this result is not of a shard",
    "shard-1.json",
  ],
  [
    "another selection",
    [one, changed(two, { selection: { ...selection, tags: ["slow"] } })],
    "this result is of another selection than shard-1.json",
    "shard-2.json",
  ],
  [
    "another number of shards",
    [one, changed(two, { selection: { ...selection, shard: { index: 2, count: 3 } } })],
    "this is one of 3 shards, shard-1.json one of 2",
    "shard-2.json",
  ],
  [
    "another version",
    [one, changed(two, { version: "9" })],
    `this result is of version 9, shard-1.json of ${one.result.version}`,
    "shard-2.json",
  ],
  [
    "other dates of rules or prices",
    [one, changed(two, { dates: { ...two.result.dates, prices: "older" } })],
    "the cache rules or prices of this result have other dates than those of shard-1.json",
    "shard-2.json",
  ],
  [
    "a job in two shards",
    [one, changed(two, { jobs: one.result.jobs })],
    `the job "${one.result.jobs[0]?.id}" is in two shards: these are not parts of one selection`,
    "shard-1.json and shard-2.json",
  ],
  [
    "a shard without the baseline of the others",
    [changed(one, { baseline: { file: "b.jsonl", compared: 1, of: 2, sameDates: true, deltas: [] } }), two],
    "this shard was not compared with the baseline of shard-1.json",
    "shard-2.json",
  ],
  [
    "an interrupted shard",
    [one, changed(two, { outcome: "interrupted" })],
    "the run of this shard was interrupted",
    "shard-2.json",
  ],
  [
    "a shard that --bail cut short",
    [one, changed(two, { jobs: [], summary: { ...summary, notRun: 2 } })],
    "2 jobs of this shard did not run",
    "shard-2.json",
  ],
  [
    "a shard of fewer scenarios",
    [one, changed(two, { jobs: [] })],
    "the shards have 2, 0 jobs: these are not parts of one selection",
    "shard-1.json, shard-2.json",
  ],
])("merge refuses %s", ([, shards, what, where]) => {
  const merge = (): RunResult => mergeResults(shards);
  expect(merge).toThrow(HarnessError);
  expect(merge).toThrow(expect.objectContaining({ code: "HX525", message: what, where }));
});
