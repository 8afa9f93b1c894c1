import type { JobOutcome, JobResult, ReportedError } from "../../kernel/run-result.ts";
import { firstFault } from "../../kernel/faults/first-fault.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { ForkScenario, Scenario } from "../../scenario/scenario.ts";
import { settled } from "../../verdict/judge.ts";
import type { Gathered } from "./gathered.ts";
import { priceJudgements } from "./price-judgements.ts";
import { reportError } from "./report-error.ts";
import type { ForkMeans } from "./run-fork.ts";
import { runPair } from "./run-pair.ts";
import { runSession } from "./run-session.ts";
import type { OpenSource } from "../source-opener.ts";

/** The settings of a job's run. */
export type JobMeans = ForkMeans & { readonly openSource: OpenSource };

const NOTHING: Gathered = { judgements: [], checks: [], forks: [], warnings: [] };

/** Runs one variant of a scenario. Errors that the user can fix are part of the result; any other error is thrown. */
export async function runJob(scenario: Scenario, means: JobMeans): Promise<JobResult> {
  if (scenario.skip !== null) return result(scenario, NOTHING, { status: "skipped", reason: scenario.skip });
  try {
    const gathered = await gather(scenario, means);
    const judgements = await priceJudgements(gathered.judgements.map(settled));
    return result(scenario, { ...gathered, judgements }, outcomeOf(gathered));
  } catch (thrown) {
    const error = firstFault(thrown);
    if (!(error instanceof HarnessError)) throw thrown;
    return erroredJob(scenario, reportError(error));
  }
}

export function erroredJob(scenario: Scenario, error: ReportedError): JobResult {
  return result(scenario, NOTHING, { status: "errored", error });
}

async function gather(scenario: Scenario, means: JobMeans): Promise<Gathered> {
  const { openSource, caches, models } = means;
  switch (scenario.kind) {
    case "pair":
      return runPair(scenario, (source) => openSource(scenario, source), caches, models);
    case "session":
      return runSession(scenario, (source) => openSource(scenario, source), caches, models);
    case "fork":
      return runGuarded(scenario, means);
    case "filter":
      return (await import("./run-filter.ts")).runFilter(scenario);
  }
}

async function runGuarded(scenario: ForkScenario, means: JobMeans): Promise<Gathered> {
  const { runFork } = await import("./run-fork.ts");
  const { withFilterChecks } = await import("./with-filter-checks.ts");
  return withFilterChecks(scenario, (own) => runFork(own, (source) => means.openSource(own, source), means));
}

/**
 * A job without a check examined nothing, and fails, as does a live one with an unanswered fork. Other failures of a live job are
 * advice unless it is a gate.
 */
function outcomeOf({ checks, live }: Gathered): JobOutcome {
  const hasLooked = live?.runs.every(({ forks }) => forks.every(({ reconciliation }) => reconciliation !== null));
  const advises = live !== undefined && !live.gates && hasLooked === true;
  const passes = live === undefined || live.runs.every(({ passed }) => passed);
  const passed = checks.length > 0 && (advises || (passes && checks.every(({ status }) => status === "passed")));
  return { status: passed ? "passed" : "failed" };
}

function result(scenario: Scenario, gathered: Gathered, outcome: JobOutcome): JobResult {
  const { id, name, file, kind, tags, variant } = scenario;
  return {
    id,
    scenario: name,
    file,
    kind,
    tags,
    variant,
    outcome,
    ...gathered,
  };
}
