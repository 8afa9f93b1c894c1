import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import Table from "cli-table3";
import { stringify } from "yaml";
import type { JobResult, RunResult } from "../../harness/kernel/run-result.ts";
import { type ExpectedPair, readExpectedPairs } from "./expected-pair.ts";

/**
 * `npm run conformance`: the judge against pairs of real clients that people judged by hand. The scenarios are generated,
 * since the recordings are not ours to ship; they run through the command line as a user's would.
 */
const recordings = resolve("../shared/recordings");
const index = join(recordings, "EXPECTED.json");
if (existsSync(index)) conform(readExpectedPairs(index));
else {
  console.warn(`NOT RUN: the recordings of real clients are not there (${index})`);
  console.log("0 passed, 0 failed");
}

function conform(pairs: readonly ExpectedPair[]): void {
  const folder = mkdtempSync(join(tmpdir(), "forkproof-conformance-"));
  try {
    const jobs = runScenarios(folder, pairs);
    let passing = 0;
    const table = new Table({ head: ["pair", "relation", "expected", "got", ""], style: { head: [], border: [] } });
    for (const pair of pairs) {
      const job = jobs.get(nameOf(pair));
      const passed = isAsExpected(job, pair);
      const { recording, parent, child, relation } = pair;
      table.push([`${recording} ${parent} -> ${child}`, relation, told(pair), got(job), passed ? "ok" : "WRONG"]);
      passing += passed ? 1 : 0;
    }
    console.log(table.toString());
    console.log(`${passing} passed, ${pairs.length - passing} failed`);
    process.exitCode = passing === pairs.length && pairs.length > 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function runScenarios(folder: string, pairs: readonly ExpectedPair[]): ReadonlyMap<string, JobResult> {
  const cases = join(folder, "scenarios");
  mkdirSync(cases);
  for (const [at, pair] of pairs.entries()) writeFileSync(join(cases, `${at}.yaml`), stringify(scenarioOf(pair)));
  const report = join(folder, "report.json");
  const { stderr } = spawnSync(process.execPath, ["harness/cli/main.ts", "run", cases, "--report", report], {
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
  if (!existsSync(report)) throw new Error(`the run wrote no report:\n${stderr}`);
  const result: RunResult = JSON.parse(readFileSync(report, "utf8"));
  return new Map(result.jobs.map((job) => [job.scenario, job]));
}

/** The scenario passed, and the break lies at the place that is expected, or in a part of the item that stands there. */
function isAsExpected(job: JobResult | undefined, { pointer }: ExpectedPair): boolean {
  if (job?.outcome.status !== "passed") return false;
  const found = job.judgements[0]?.divergence?.pointer ?? "";
  return pointer === null || found === pointer || found.startsWith(`${pointer}/`);
}

function scenarioOf(pair: ExpectedPair): object {
  const { recording, parent, child, verdict, normalisations, segment, names } = pair;
  const divergence = { segment, ...(names === null ? {} : { names }) };
  return {
    name: nameOf(pair),
    parent: { source: join(recordings, recording), exchange: parent },
    fork: { recorded: { exchange: child } },
    expect: { verdict, ...(verdict === "diverged" ? { divergence } : { normalisations }) },
  };
}

function nameOf({ recording, parent, child }: ExpectedPair): string {
  return `${recording} ${parent} to ${child}`;
}

function told({ verdict, normalisations, segment, pointer, names }: ExpectedPair): string {
  return [verdict, normalisations.join(" "), pointer ?? segment ?? "", names?.join(" ") ?? ""]
    .filter(Boolean)
    .join("\n");
}

function got(job: JobResult | undefined): string {
  const [judgement] = job?.judgements ?? [];
  if (judgement === undefined) return job?.outcome.status === "errored" ? job.outcome.error.what : "not judged";
  const cause = judgement.findings.find(({ role }) => role === "cause");
  const { verdict, normalisations, divergence } = judgement;
  const place = divergence === null ? "" : `${divergence.pointer} ${cause?.code ?? "no cause"}`;
  return [verdict, normalisations.join(" "), place, cause?.names.join(" ") ?? ""].filter(Boolean).join("\n");
}
