import type { ProviderCache } from "../providers/provider.ts";
import { epochMs, monotonicMs } from "../io/clock.ts";
import { yieldToEventLoop } from "../io/yield-to-event-loop.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";
import type { JobResult, RunResult, RunSummary } from "../kernel/run-result.ts";
import { version } from "../kernel/version.ts";
import { selectJobs } from "../scenario/select-jobs.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { attemptJob } from "./job/attempt-job.ts";
import { SubjectWorkers } from "./fork/modules/subject-workers.ts";
import type { LiveOptions } from "./live/live-options.ts";
import { type LoadedFiles, loadScenarios } from "./load-scenarios.ts";
import { ModelWatch } from "./model-watch.ts";
import { refuseIdleOptions } from "./refuse-idle-options.ts";
import { runJob } from "./job/run-job.ts";
import { outcomeOf } from "./run-outcome.ts";
import { makeSourceOpener } from "./source-opener.ts";

export type RunRequest = {
  /** Scenario files and folders. */
  readonly paths: readonly string[];
  readonly tags: readonly string[];
  /** A regular expression on ids. */
  readonly name?: string;
  readonly ci: boolean;
  /** Given, scenarios of mode `live` run; else they are skipped. */
  readonly live?: LiveOptions | null;
  /** The caches that answer; by default those we model. */
  readonly caches?: readonly ProviderCache[];
  /** Whether a job fails whose model no rules know. */
  readonly strict?: boolean;
  /** Called once for each such model, with one line. */
  readonly onUnknownModel?: (line: string) => void;
  /** Called with a line for each key that has a new name. */
  readonly onDeprecation?: (line: string) => void;
  /** Called for each job when it ends. */
  readonly onJob?: (job: JobResult, done: number, total: number) => void;
  /** Asked before each job; true ends the run, and what was not reached is counted. */
  readonly stop: () => boolean;
  /** Aborted, it ends the run at once; the job that runs counts as not reached. */
  readonly signal?: AbortSignal;
  /** Called before the first job and after each; `current` answers what is to be reported if the run ends there. */
  readonly onChange?: (current: () => RunResult) => void;
  /** Called with an internal error inside a job; the job's error has the message without its stack. */
  readonly onInternalError?: (fault: unknown) => void;
};

/**
 * Runs the selected scenarios in order. Throws HarnessError if a file is not a scenario or nothing is selected; errors inside a
 * job are part of the result.
 */
export async function runScenarios(request: RunRequest): Promise<RunResult> {
  const startedMs = epochMs();
  const start = monotonicMs();
  const loaded = loadScenarios(request.paths);
  refuseBroken(loaded);
  for (const line of loaded.deprecations) request.onDeprecation?.(line);
  const { tags, name = null, ci: isCi } = request;
  const live = request.live ?? null;
  const selected = selectJobs(live === null ? loaded.scenarios.map(offline) : loaded.scenarios, { tags, name, isCi });
  const { strict = false, caches, onUnknownModel: tell = () => {}, onInternalError } = request;
  refuseIdleOptions(selected, { live, caches });
  const openSource = makeSourceOpener();
  const models = new ModelWatch({ strict, caches, tell });
  using workers = new SubjectWorkers();
  if (selected.some(runsModule)) workers.warm();
  const means = { openSource, live, caches, models, workers };
  const signal = request.signal ?? new AbortController().signal;
  const jobs: JobResult[] = [];
  const jobsMs: Record<string, number> = {};
  const current = (): RunResult => {
    const summary = summarise(jobs, loaded.files.length, selected.length - jobs.length);
    return {
      schema: "forkproof/run-result@2",
      version,
      outcome: summary.notRun > 0 ? "interrupted" : outcomeOf(jobs),
      summary,
      jobs: [...jobs],
      timing: { startedAt: new Date(startedMs).toISOString(), durationMs: monotonicMs() - start, jobsMs },
    };
  };
  request.onChange?.(current);
  for (const scenario of selected) {
    await yieldToEventLoop();
    if (request.stop()) break;
    const jobStart = monotonicMs();
    const run = (): Promise<JobResult> => runJob(scenario, means);
    const job = await attemptJob(scenario, run, { signal, onInternalError });
    if (job === null) break;
    jobsMs[job.id] = monotonicMs() - jobStart;
    jobs.push(job);
    request.onJob?.(job, jobs.length, selected.length);
    request.onChange?.(current);
  }
  return current();
}

function runsModule(scenario: Scenario): boolean {
  return scenario.kind === "fork" && scenario.skip === null && scenario.fork.subject.kind === "module";
}

/** By default no money is spent and no provider is asked. */
function offline(scenario: Scenario): Scenario {
  if (scenario.kind !== "fork" || scenario.provider.mode !== "live" || scenario.skip !== null) return scenario;
  return { ...scenario, skip: "it asks the real provider and costs money: add --live" };
}

function refuseBroken({ errors }: LoadedFiles): void {
  const [first, ...others] = errors;
  if (first === undefined) return;
  if (others.length === 0) throw first;
  const { code, message: what, where, fix, exit } = first;
  const more = `${others.length} more ${others.length === 1 ? "error" : "errors"}: \`forkproof validate\` tells all`;
  throw new HarnessError({ code, what, where, fix: `${fix} (${more})`, exit });
}

function summarise(jobs: readonly JobResult[], files: number, notRun: number): RunSummary {
  const count = (status: JobResult["outcome"]["status"]): number =>
    jobs.filter(({ outcome }) => outcome.status === status).length;
  return {
    files,
    jobs: jobs.length,
    passed: count("passed"),
    failed: count("failed"),
    errored: count("errored"),
    skipped: count("skipped"),
    warnings: jobs.reduce((sum, { warnings }) => sum + warnings.length, 0),
    notRun,
  };
}
