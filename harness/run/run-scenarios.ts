import { modelledCaches } from "../cache-model/rules/rules-of.ts";
import type { ProviderCache } from "../providers/provider.ts";
import { monotonicMs } from "../io/clock.ts";
import { endLeftovers, type LeftoverProcess } from "../io/workers/leftover-processes.ts";
import { compareAxis } from "../kernel/evals/compare-axis.ts";
import type { JobResult, RunResult } from "../kernel/run-result.ts";
import { attemptJob } from "./job/attempt-job.ts";
import { SubjectWorkers } from "./fork/modules/subject-workers.ts";
import type { LiveOptions } from "./live/live-options.ts";
import type { KeptRounds } from "./live/regrade.ts";
import type { HandOut } from "./parallel/hand-out.ts";
import type { JobLane, RanJob } from "./parallel/job-lane.ts";
import { openJobProcess } from "./parallel/job-process.ts";
import { type ParallelWish, planLanes, runsModule } from "./parallel/plan-lanes.ts";
import { runInLanes } from "./parallel/run-in-lanes.ts";
import type { RulesFile } from "./parallel/worker/messages.ts";
import { ModelWatch } from "./model-watch.ts";
import { refuseIdleOptions } from "./refuse-idle-options.ts";
import { refuseImpossibleRounds } from "./live/rounds/refuse-impossible-rounds.ts";
import { runJob } from "./job/run-job.ts";
import { resultDates } from "./result/result-dates.ts";
import { RunRecord } from "./result/run-record.ts";
import { type SelectionRequest, selectScenarios } from "./select-scenarios.ts";
import { makeSourceOpener } from "./source-opener.ts";
import { workerPrograms } from "./worker-entry.ts";

export type RunRequest = Omit<SelectionRequest, "live" | "kept"> & {
  /** Given, scenarios of mode `live` run; else they are skipped. */
  readonly live?: LiveOptions | null;
  /** Given, these rounds of an earlier run are judged again, and nothing is sent. */
  readonly kept?: KeptRounds | null;
  /** The caches that answer; by default those we model. */
  readonly caches?: readonly ProviderCache[];
  /** Whether a job fails whose model no rules know. */
  readonly strict?: boolean;
  /** Called once for each such model, with one line. */
  readonly onUnknownModel?: (line: string) => void;
  /** Called with a line for each key that has a new name. */
  readonly onDeprecation?: (line: string) => void;
  /** Called once, before the first job, with the files of all jobs of the selection by id, those of other shards too. */
  readonly onSelected?: (files: ReadonlyMap<string, string>) => void;
  /** Called for each job when it ends. */
  readonly onJob?: (job: JobResult, done: number, total: number) => void;
  /** Whether the first job that fails or has errored is the last one that counts. */
  readonly bail?: boolean;
  /** The folder for the requests of jobs that fail; by default they are not kept. */
  readonly keepFailed?: string | null;
  /** Whether the result holds the blocks of judged requests; by default it does not. */
  readonly blocks?: boolean;
  /** More processes that run jobs; 0 by default. */
  readonly parallel?: ParallelOptions;
  /** Given, all jobs run elsewhere, and `parallel` says only which rules they use. */
  readonly handOut?: HandOut | null;
  /** Aborted, it ends the run at once; the job that runs counts as not reached. */
  readonly signal?: AbortSignal;
  /** Called before the first job and after each; `current` answers what is to be reported if the run ends there. */
  readonly onChange?: (current: () => RunResult) => void;
  /** Called at the end with the processes that jobs had left running, which have been ended. */
  readonly onLeftovers?: (ended: readonly LeftoverProcess[]) => void;
  /** Called with an internal error inside a job; the job's error has the message without its stack. */
  readonly onInternalError?: (fault: unknown) => void;
};

/**
 * Runs the selected scenarios in order. Throws HarnessError if a file is not a scenario or nothing is selected; errors inside a
 * job are part of the result.
 */
export async function runScenarios(request: RunRequest): Promise<RunResult> {
  const { live = null, kept = null } = request;
  const asked = { ...request, live: live !== null, kept: kept?.run ?? null };
  const { files, deprecations, selection, selected, jobFiles } = selectScenarios(asked);
  if (live !== null) refuseImpossibleRounds(selected, live);
  for (const line of deprecations) request.onDeprecation?.(line);
  const { strict = false, caches, onUnknownModel, onInternalError } = request;
  refuseIdleOptions(selected, { live, caches });
  request.onSelected?.(jobFiles);
  const told = new Set<string>();
  const tellOnce = (line: string): void => {
    if (!told.has(line)) onUnknownModel?.(line);
    told.add(line);
  };
  const models = new ModelWatch({ strict, caches, tell: tellOnce });
  using workers = new SubjectWorkers();
  // Disposed of before the workers, so that their children can still be distinguished from those of others.
  using _leftovers = endLeftovers(workerPrograms(), (ended) => request.onLeftovers?.(ended));
  const runsModules = selected.some(runsModule);
  const { rules, ...wish } = request.parallel ?? ALONE;
  const lanes = planLanes(selected, wish);
  if (runsModules && !request.handOut) workers.warm();
  const { keepFailed = null, blocks = false } = request;
  const means = { openSource: makeSourceOpener(), keepFailed, blocks, live, kept, caches, models, workers };
  const signal = request.signal ?? new AbortController().signal;
  const record = new RunRecord(
    { selection, dates: resultDates(caches ?? modelledCaches) },
    { files: files.length, jobs: selected.length },
  );
  const current = (): RunResult => compared(record.current(), request.compare ?? null);
  request.onChange?.(current);
  const own: JobLane = {
    run: async (scenario) => {
      const jobStart = monotonicMs();
      const job = await attemptJob(scenario, () => runJob(scenario, means), { signal, onInternalError });
      return job && { job, durationMs: monotonicMs() - jobStart };
    },
    [Symbol.dispose]: () => {},
  };
  const onward = { signal, onUnknownModel: tellOnce, onInternalError: onInternalError ?? (() => {}) };
  // Live jobs share one budget and their parents, so they stay in this process.
  const settings = { rules, strict, runsModules, keepFailed, blocks, live: null };
  const open = (): JobLane => openJobProcess({ settings, ...onward });
  const onDone = (index: number, done: RanJob): "last" | "go on" => {
    record.add(index, done);
    const { status } = done.job.outcome;
    const isLast = request.bail === true && (status === "failed" || status === "errored");
    if (isLast) record.endAfter(index);
    request.onJob?.(done.job, record.ended, selected.length);
    request.onChange?.(current);
    return isLast ? "last" : "go on";
  };
  if (request.handOut) await request.handOut(selected, { own, settings, ...onward }, onDone);
  else {
    const ahead = request.bail !== true;
    await runInLanes(selected, { own, open, ...lanes, ahead, live: wish.others + 1 }, onDone);
  }
  return current();
}

/** With the comparison by an axis, once every job has ended. */
function compared(result: RunResult, axis: string | null): RunResult {
  if (axis === null || result.summary.notRun > 0) return result;
  return { ...result, comparison: compareAxis(result.jobs, axis) };
}

/** Processes besides this one. */
export type ParallelOptions = ParallelWish & { readonly rules: RulesFile | null };

const ALONE: ParallelOptions = { others: 0, atOnce: false, cores: 1, rules: null };
