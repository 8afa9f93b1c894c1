import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";

import type { JobResult, RunResult } from "../../harness/kernel/run-result.ts";
import { main } from "../cli/run-forkproof.ts";
import type { Row } from "./run-client.ts";

/** Runs scenarios as a user would, from a folder of their own, and says of each whether it passed. */
export function runScenarios(scenarios: readonly object[], folder: string): readonly Row[] {
  if (scenarios.length === 0) return [];
  mkdirSync(join(folder, "scenarios"));
  for (const [at, scenario] of scenarios.entries()) {
    writeFileSync(join(folder, "scenarios", `${at}.yaml`), stringify(scenario));
  }
  try {
    execFileSync(process.execPath, [main, "run"], { cwd: folder, stdio: "pipe" });
  } catch {
    // Whatever went wrong is in the report; without one the next line says so.
  }
  const { jobs }: RunResult = JSON.parse(readFileSync(join(folder, "reports/latest.json"), "utf8"));
  return jobs.map((job) => ({ pair: job.id, expected: "passed", got: outcomeOf(job) }));
}

function outcomeOf({ outcome, checks }: JobResult): string {
  if (outcome.status === "errored") return `${outcome.error.code} ${outcome.error.what}`;
  const failed = checks.filter(({ status }) => status === "failed");
  return failed.map(({ check, observed }) => `${check}: ${observed}`).join("; ") || outcome.status;
}
