import { beforeAll, expect, test } from "vitest";
import type { RunResult } from "../../harness/kernel/run-result.ts";
import { runScenarios } from "../../harness/run/run-scenarios.ts";

let result: RunResult;
beforeAll(async () => {
  const paths = ["scenarios/consumers", "scenarios/lifecycle"];
  result = await runScenarios({ paths, tags: [], ci: false });
}, 60_000);

test("the scenarios of ready-made forks and of every turn of a fork's life pass, and each examined something", () => {
  expect(result.jobs.filter(({ outcome }) => outcome.status !== "passed").map(({ id }) => id)).toEqual([]);
  expect(result.jobs.flatMap(({ checks }) => checks.filter(({ examined }) => examined.count === 0))).toEqual([]);
  expect(result.summary.warnings).toBe(0);
  expect(result.summary.jobs).toBeGreaterThanOrEqual(22);
});

test("each consumer of the library has a scenario", () => {
  const files = new Set(result.jobs.map(({ file }) => file));
  for (const name of ["memory-consolidation", "away-summary", "delegation", "evaluation"]) {
    expect(files).toContain(`scenarios/consumers/${name}.yaml`);
  }
});

test("a failed delegation says why the provider refused it", () => {
  const failed = result.jobs.find(({ file }) => file.endsWith("delegation-fails.yaml"));
  expect(failed!.forks[0]!.output).toMatch(/^not ok: Invalid request/);
});
