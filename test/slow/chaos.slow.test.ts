import { realpathSync } from "node:fs";
import { Ajv } from "ajv";
import fc from "fast-check";
import { expect, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import type { JobResult, RunResult } from "../../harness/kernel/run-result.ts";
import judgementSchema from "../../harness/report/judgement.schema.json" with { type: "json" };
import runResultSchema from "../../harness/report/run-result.schema.json" with { type: "json" };
import { runForkproof } from "../cli/run-forkproof.ts";
import { harmful, harmless, writeJobs } from "../run/workers/modules.ts";
import { processesIn } from "../run/workers/processes-in.ts";
import { firstSeed } from "../support/first-seed.ts";

/** About 20 s: 200 jobs, of which 40 misbehave at random places in a random way. */
const JOBS = 200;
const MISBEHAVING = 40;

test("each of 200 jobs, of which 40 misbehave at random, gets its own right result", async () => {
  using folder = makeTempFolder();
  const names = drawNames();
  writeJobs(folder.path, names);
  const { out, exit } = await runForkproof(["run", "--json"], folder.path, { PATH: process.env["PATH"] ?? "" });
  const result = JSON.parse(out) as RunResult;
  const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, schemas: [judgementSchema] });
  ajv.validate(runResultSchema, result);
  expect(ajv.errors).toBeNull();
  expect(exit).toBe(1);
  expect(result.outcome).toBe("failed");
  expect(result.jobs.map(({ id }) => id)).toEqual(names.map((name, at) => `${String(at).padStart(4, "0")} ${name}`));
  const wrong = result.jobs.filter(
    ({ outcome }, at) => outcome.status !== (Object.hasOwn(harmful, names[at]!) ? "failed" : "passed"),
  );
  expect(wrong.map(({ id, outcome }) => `${id}: ${outcome.status}`)).toEqual([]);
  // A well-behaved job looks the same wherever it stands.
  const plain = result.jobs.filter((_, at) => names[at] === "well-behaved").map(withoutName);
  expect(plain).toHaveLength(JOBS - MISBEHAVING);
  for (const each of plain) expect(each).toEqual(plain[0]);
  expect(processesIn(realpathSync(folder.path)) ?? []).toEqual([]);
});

function drawNames(): readonly string[] {
  const ways = [...Object.keys(harmful), ...Object.keys(harmless)];
  const bad = fc.uniqueArray(fc.nat(JOBS - 1), { minLength: MISBEHAVING, maxLength: MISBEHAVING });
  const drawn = fc.tuple(bad, fc.array(fc.constantFrom(...ways), { minLength: MISBEHAVING, maxLength: MISBEHAVING }));
  const [[places, chosen] = [[], []]] = fc.sample(drawn, { numRuns: 1, seed: firstSeed() });
  return Array.from({ length: JOBS }, (_, at) => {
    const place = places.indexOf(at);
    return place === -1 ? "well-behaved" : chosen[place]!;
  });
}

/** What an earlier job left behind may have made a job run twice, which a warning says. */
function withoutName({ outcome, checks, judgements, forks, printed }: JobResult): Partial<JobResult> {
  return { outcome, checks, judgements, forks, ...(printed && { printed }) };
}
