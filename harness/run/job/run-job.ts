import { once } from "../../kernel/memo/once.ts";
import type { CheckResult, JobOutcome, JobResult, ReportedError } from "../../kernel/run-result.ts";
import { removeFolder } from "../../io/files/swap-folder.ts";
import { checkExamined } from "./check-examined.ts";
import { evidenceFolder } from "./evidence-folder.ts";
import { EXAMINED, GRADED } from "../../kernel/evals/unknown-sample.ts";
import { firstFault } from "../../kernel/faults/first-fault.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { ForkScenario, Scenario } from "../../scenario/scenario.ts";
import { positionOfCheck } from "../../scenario/decode/positions-of.ts";
import { cost } from "../../scenario/expectations/cost.ts";
import { expectedOf } from "../../scenario/expectations/expectation.ts";
import { settled } from "../../verdict/judge.ts";
import type { Gathered } from "./gathered.ts";
import { maskedResult } from "./masked-result.ts";
import { priceJudgements } from "../../money/price-judgements.ts";
import { reportError } from "./report-error.ts";
import type { ForkMeans } from "./run-fork.ts";
import { runPair } from "./run-pair.ts";
import type { OpenSource } from "../source-opener.ts";

/** The settings of a job's run. */
export type JobMeans = ForkMeans & {
  readonly openSource: OpenSource;
  /** Whether the result holds the blocks of judged requests. */
  readonly blocks: boolean;
  /** The folder for the evidence of jobs that fail; null to keep none. */
  readonly keepFailed: string | null;
};

const NOTHING: Gathered = { judgements: [], checks: [], forks: [], warnings: [] };

/** Runs one variant of a scenario. Errors that the user can fix are part of the result; any other error is thrown. */
export async function runJob(scenario: Scenario, means: JobMeans): Promise<JobResult> {
  if (scenario.skip !== null) return result(scenario, NOTHING, { status: "skipped", reason: scenario.skip });
  try {
    const unpriced = await gather(scenario, means);
    const judgements = await priceJudgements(unpriced.judgements.map(settled));
    const priced = [...unpriced.checks, ...costChecks(scenario, { ...unpriced, judgements })];
    const gathered = {
      ...unpriced,
      ...(means.blocks && (await pictured(unpriced))),
      judgements,
      // Each round of a live job has looked at what it examined.
      checks: [...priced, ...(unpriced.live === undefined ? checkExamined(scenario, priced) : [])],
    };
    const outcome = outcomeOf(gathered);
    try {
      return result(scenario, gathered, outcome, await keep(scenario, gathered, outcome, means));
    } catch (thrown) {
      // What the job found is in its result although the disk refuses the evidence.
      return result(scenario, gathered, erroredBy(thrown));
    }
  } catch (thrown) {
    return result(scenario, NOTHING, erroredBy(thrown));
  }
}

/** @throws `thrown` if it is an error that the user cannot fix */
function erroredBy(thrown: unknown): JobOutcome {
  const error = firstFault(thrown);
  if (!(error instanceof HarnessError)) throw thrown;
  return { status: "errored", error: reportError(error) };
}

/** The requests of a job's pairs with their blocks; a session has seen its own already. */
async function pictured({ requests, pairs = [] }: Gathered): Promise<Pick<Gathered, "requests">> {
  if (requests !== undefined || pairs.length === 0) return {};
  return { requests: (await import("./pictured-requests.ts")).picturePairs(pairs) };
}

/** Keeps the requests of a job that failed. What an earlier run kept of this job does not outlive a run that passes. */
async function keep(
  { id }: Scenario,
  gathered: Gathered,
  outcome: JobOutcome,
  { keepFailed }: JobMeans,
): Promise<string | null> {
  if (keepFailed === null) return null;
  const folder = evidenceFolder(keepFailed, id);
  const { pairs = [] } = gathered;
  if (outcome.status !== "failed" || pairs.length === 0) {
    removeFolder(folder);
    return null;
  }
  (await import("./keep-evidence.ts")).keepEvidence(folder, pairs, gathered.printed ?? null);
  return folder;
}

/** Money is counted last: a break is priced once all others are known. The rounds of a live job have counted theirs. */
function costChecks(scenario: Scenario, { forks, judgements, live }: Gathered): readonly CheckResult[] {
  if (scenario.kind === "filter" || live !== undefined) return [];
  const evidence = { judgements, firstTurns: [], warnings: [], expectBreak: null, priced: { forks, judgements } };
  return cost.check(expectedOf(scenario.expect, cost), evidence);
}

export function erroredJob(scenario: Scenario, error: ReportedError): JobResult {
  return result(scenario, NOTHING, { status: "errored", error });
}

async function gather(scenario: Scenario, means: JobMeans): Promise<Gathered> {
  const { openSource, caches, models, blocks } = means;
  switch (scenario.kind) {
    case "pair":
      return runPair(scenario, (source) => openSource(scenario, source), caches, models);
    case "session":
      return (await codeOfSessions()).runSession(
        scenario,
        (source) => openSource(scenario, source),
        caches,
        models,
        blocks,
      );
    case "fork":
      return runGuarded(scenario, means);
    case "filter":
      return (await import("./run-filter.ts")).runFilter(scenario);
  }
}

async function runGuarded(scenario: ForkScenario, means: JobMeans): Promise<Gathered> {
  const [{ runFork }, { withFilterChecks }] = await codeOfForks();
  return withFilterChecks(scenario, (own) => runFork(own, (source) => means.openSource(own, source), means));
}

/** Only some scenarios fork, and even a module that is there already takes a while to import. */
const codeOfForks = once(() => Promise.all([import("./run-fork.ts"), import("./with-filter-checks.ts")]));

const codeOfSessions = once(() => import("./run-session.ts"));

/**
 * A job that examined nothing fails, as does a live one with an unanswered fork or a missing grade, whatever its rate. Other failures of a live job are advice
 * unless it is a gate.
 */
function outcomeOf({ checks, live, fault, rounds = [], isRated = false }: Gathered): JobOutcome {
  if (fault !== undefined) return erroredBy(fault);
  const answered =
    live?.runs.every(({ forks }) => forks.every(({ reconciliation }) => reconciliation !== null)) ?? true;
  const isBlind = checks.some(({ check, status }) => check === EXAMINED && status === "failed");
  const isUngraded = rounds.some(({ failed }) => failed.includes(GRADED));
  if (!answered || isBlind || isUngraded) return { status: "failed" };
  const advises = live !== undefined && !live.gates;
  const passes = live === undefined || isRated || live.runs.every(({ passed }) => passed);
  const passed = checks.length > 0 && (advises || (passes && checks.every(({ status }) => status !== "failed")));
  return { status: passed ? "passed" : "failed" };
}

function result(
  scenario: Scenario,
  { judgements, checks, forks, warnings, live, rounds, passRate, grades, printed, requests }: Gathered,
  outcome: JobOutcome,
  evidence: string | null = null,
): JobResult {
  const { id, name, file, positions, kind, tags, variant, row } = scenario;
  return maskedResult({
    id,
    scenario: name,
    file,
    place: positions.job,
    kind,
    tags,
    variant,
    ...(row && { row: { id: row.id, columns: row.columns } }),
    outcome,
    checks: checks.map((check) => ({ ...check, place: positionOfCheck(check.check, positions) })),
    judgements,
    ...(requests && requests.length > 0 && { requests }),
    forks,
    warnings,
    ...(live && { live }),
    ...(rounds && { rounds }),
    ...(passRate && { passRate }),
    ...(grades && { grades }),
    ...(printed && { printed }),
    ...(evidence !== null && { evidence }),
  });
}
