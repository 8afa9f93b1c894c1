import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";

import type { JudgedRecording } from "../../harness/kernel/inspection/inspection.ts";
import type { JobResult, RunResult } from "../../harness/kernel/run-result.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import type { AgentRow } from "./agent-rows.ts";

export const ways = ["record", "inspect", "run", "session"] as const;

/** What each command says of one agent, as one line. */
export type Outcome = Readonly<Record<(typeof ways)[number], string>>;

/** The parent reads two notes, forks itself and goes on; the fork asks twice. No request names its lane. */
const script = {
  parent: [
    { text: "I read the first page.", call: { read_note: { page: 1 } } },
    { text: "I read the second page.", call: { read_note: { page: 2 } } },
    { call: { agent: { prompt: "Check whether the note on the lamp still holds." } } },
    { text: "All notes hold." },
  ],
  fork: [{ call: { count_pages: {} } }, { text: "The note on the lamp holds." }],
};

/** Request 4 is the fork's first, 5 its second, 6 is the parent that goes on. */
const lineage = "root 1, turn 2 of 1, turn 3 of 2, branch 4 of 3, turn 5 of 4, turn 6 of 3";

export function expectedOutcome({ cause }: AgentRow): Outcome {
  const inspected = `exit ${cause === null ? 0 : 1}; ${lineage}; ${cause === null ? "no cause" : `4: ${cause}`}`;
  const run = cause === null ? "passed; no cause" : `failed; ${cause}`;
  return { record: inspected, inspect: inspected, run, session: run };
}

/** Records every agent against the mocked provider, inspects what was recorded, and runs both kinds of scenario. */
export async function runFourWays(
  rows: readonly AgentRow[],
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<readonly Outcome[]> {
  mkdirSync(join(folder, "scenarios"));
  writeFileSync(join(folder, "script.yaml"), stringify(script));
  const recorded: { readonly record: string; readonly inspect: string }[] = [];
  const waiting = rows.entries();
  const work = async (): Promise<void> => {
    for (const [at, row] of waiting) recorded[at] = await recordAndInspect(row, `cassette-${at}`, folder, environment);
  };
  await Promise.all([work(), work()]);
  for (const [at, { command, name }] of rows.entries()) {
    const fork = { name: `${at} run: ${name}`, fork: { command }, provider: { script } };
    const output = [{ equals: "All notes hold." }];
    writeFileSync(join(folder, "scenarios", `${at}-run.yaml`), stringify({ ...fork, expect: { output } }));
    const session = {
      name: `${at} session: ${name}`,
      session: { source: `../cassette-${at}` },
      expect: { findings: [] },
    };
    writeFileSync(join(folder, "scenarios", `${at}-session.yaml`), stringify(session));
  }
  const { exit, err } = await runForkproof(["run", "scenarios"], folder, environment);
  if (exit > 1) throw new Error(err);
  const { jobs }: RunResult = JSON.parse(readFileSync(join(folder, "reports/latest.json"), "utf8"));
  const jobOf = (name: string): string => outcomeOf(jobs.find(({ scenario }) => scenario === name));
  return rows.map(({ name }, at) => ({
    record: recorded[at]?.record ?? "not run",
    inspect: recorded[at]?.inspect ?? "not run",
    run: jobOf(`${at} run: ${name}`),
    session: jobOf(`${at} session: ${name}`),
  }));
}

async function recordAndInspect(
  { command }: AgentRow,
  cassette: string,
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly record: string; readonly inspect: string }> {
  const options = ["--mock", "script.yaml", "--out", cassette, "--json", "--fail-on-break"];
  const record = await runForkproof(["record", ...options, "--", ...command], folder, environment);
  const inspect = await runForkproof(["inspect", cassette, "--json", "--fail-on-break"], folder, environment);
  const recording =
    record.out === "" ? null : (JSON.parse(record.out) as { inspection: JudgedRecording | null }).inspection;
  const inspection = inspect.out === "" ? null : (JSON.parse(inspect.out) as JudgedRecording);
  return {
    record: `exit ${record.exit}; ${describe(recording, record.err)}`,
    inspect: `exit ${inspect.exit}; ${describe(inspection, inspect.err)}`,
  };
}

function describe(inspection: JudgedRecording | null, stderr: string): string {
  if (inspection === null) return stderr.trim().split("\n").slice(-3).join(" ");
  const relations = inspection.exchanges.map(({ id, parent, relation }) => {
    return `${relation} ${id}${parent === null ? "" : ` of ${parent}`}`;
  });
  const causes = inspection.exchanges.flatMap(({ id, findings, suspected }) => [
    ...findings.filter(({ role }) => role === "cause").map(({ code, pointer }) => `${id}: ${code} ${pointer}`),
    ...suspected.map((code) => `${id}: perhaps ${code}`),
  ]);
  return `${relations.join(", ")}; ${causes.join(", ") || "no cause"}`;
}

/** Checks other than those on the prefix are named: a swapped answer must not pass for the break that was expected. */
function outcomeOf(job: JobResult | undefined): string {
  if (job === undefined) return "not run";
  if (job.outcome.status === "errored") return `${job.outcome.error.code} ${job.outcome.error.what}`;
  const causes = job.judgements.flatMap(({ findings }) => findings.filter(({ role }) => role === "cause"));
  const others = job.checks.filter(({ check, status }) => status === "failed" && !ofPrefix.has(check));
  return [
    job.outcome.status,
    causes.map(({ code, pointer }) => `${code} ${pointer}`).join(", ") || "no cause",
    ...others.map(({ check, observed }) => `${check}: ${observed}`),
  ].join("; ");
}

const ofPrefix = new Set(["verdict", "findings", "class", "reusable"]);
