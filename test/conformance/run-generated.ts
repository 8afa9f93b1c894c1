import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";
import type { JobResult, RunResult } from "../../harness/kernel/run-result.ts";

/** Runs scenarios through the command line, as a user's would be run, and gives their jobs by name. */
export function runGenerated(scenarios: readonly object[]): ReadonlyMap<string, JobResult> {
  const folder = mkdtempSync(join(tmpdir(), "forkproof-conformance-"));
  try {
    const cases = join(folder, "scenarios");
    mkdirSync(cases);
    for (const [at, scenario] of scenarios.entries()) writeFileSync(join(cases, `${at}.yaml`), stringify(scenario));
    const report = join(folder, "report.json");
    const { stderr } = spawnSync(process.execPath, ["harness/cli/main.ts", "run", cases, "--report", report], {
      encoding: "utf8",
      env: { ...process.env, NO_COLOR: "1" },
    });
    if (!existsSync(report)) throw new Error(`the run wrote no report:\n${stderr}`);
    const result: RunResult = JSON.parse(readFileSync(report, "utf8"));
    return new Map(result.jobs.map((job) => [job.scenario, job]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
