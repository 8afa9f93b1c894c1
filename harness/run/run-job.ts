import type { ModelledCache } from "../cache-model/rules-of.ts";
import type { JobOutcome, JobResult, ReportedError } from "../kernel/run-result.ts";
import { HarnessError } from "../kernel/harness-error.ts";
import type { ForkScenario, Scenario } from "../scenario/scenario.ts";
import type { LiveOptions } from "./live/live-options.ts";
import { settled } from "../verdict/judge.ts";
import type { Gathered } from "./gathered.ts";
import type { ModelWatch } from "./model-watch.ts";
import { priceJudgements } from "./price-judgements.ts";
import { reportError } from "./report-error.ts";
import { runPair } from "./run-pair.ts";
import { runSession } from "./run-session.ts";
import type { OpenSource } from "./source-opener.ts";

const NOTHING: Gathered = { judgements: [], checks: [], forks: [], warnings: [] };

/** Runs one variant of a scenario. What the user can mend is part of the result; anything else is thrown. */
export async function runJob(
  scenario: Scenario,
  openSource: OpenSource,
  live: LiveOptions | null,
  caches?: readonly ModelledCache[],
  models?: ModelWatch,
): Promise<JobResult> {
  if (scenario.skip !== null) return result(scenario, NOTHING, { status: "skipped", reason: scenario.skip });
  try {
    const gathered = await gather(scenario, { openSource, live, caches, models });
    const judgements = await priceJudgements(gathered.judgements.map(settled));
    return result(scenario, { ...gathered, judgements }, outcomeOf(gathered));
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    return erroredJob(scenario, reportError(error));
  }
}

export function erroredJob(scenario: Scenario, error: ReportedError): JobResult {
  return result(scenario, NOTHING, { status: "errored", error });
}

/** What a job is run with. */
type Means = {
  readonly openSource: OpenSource;
  readonly live: LiveOptions | null;
  readonly caches: readonly ModelledCache[] | undefined;
  readonly models: ModelWatch | undefined;
};

async function gather(scenario: Scenario, means: Means): Promise<Gathered> {
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

async function runGuarded(scenario: ForkScenario, { openSource, live, caches, models }: Means): Promise<Gathered> {
  const { runFork } = await import("./run-fork.ts");
  const { withFilterChecks } = await import("./with-filter-checks.ts");
  return withFilterChecks(scenario, (own) => runFork(own, (source) => openSource(own, source), live, caches, models));
}

/**
 * A job without a check looked at nothing, and that fails, as does a live one with a fork that nobody answered. What else a
 * live job fails in is advice unless it is to gate.
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
