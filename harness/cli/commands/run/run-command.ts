import { environmentSecrets } from "../../../kernel/credentials/environment-secrets.ts";
import type { HarnessError } from "../../../kernel/faults/harness-error.ts";
import type { Console } from "../../../io/console.ts";
import { endingSignals } from "../../../io/held-signals.ts";
import { keepHeapLean } from "../../../io/lean-heap.ts";
import { environment } from "../../../io/process.ts";
import { type Interrupt, listenForInterrupt } from "../../../io/signals.ts";
import type { LeftoverProcess } from "../../../io/workers/leftover-processes.ts";
import { takeUncaughtFaults } from "../../../io/uncaught-faults.ts";
import type { JobResult } from "../../../kernel/run-result.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";
import type { LiveSettings } from "../../../run/live/job-live-options.ts";
import type { LiveOptions } from "../../../run/live/live-options.ts";
import type { HandOut } from "../../../run/parallel/hand-out.ts";
import { resultDates } from "../../../run/result/result-dates.ts";
import { resultWithoutJobs } from "../../../run/result/result-without-jobs.ts";
import { runScenarios } from "../../../run/run-scenarios.ts";
import { type Command, type Invocation, valueOf } from "../../command.ts";
import { makeProgressLine, type ProgressLine } from "../../progress-line.ts";
import { reportFault, stackOf } from "../../report-fault.ts";
import { usageError } from "../../usage-error.ts";
import { finishRun } from "../../reporting/finish-run.ts";
import { DEFAULT_REPORT, ReportFile } from "../../reporting/report-file.ts";
import { openReportOutputs } from "../../reporting/report-outputs.ts";
import { runExit } from "../../reporting/run-exit.ts";
import { gateRun } from "../../reporting/gate-run.ts";
import { isInCi } from "../is-in-ci.ts";
import { compareWithBaseline, refuseForeignBaseline, updateIfAsked } from "./baseline-options.ts";
import { claimTranscripts } from "./claim-transcripts.ts";
import { readCost } from "./live-options.ts";
import type { OpenedQueueRun } from "./queue-run.ts";
import { readRunOptions, type RunOptions } from "./run-options.ts";

/** Runs scenarios, writes the result to disk and shows it. A signal that asks us to end still gives a report of what was done. */
export const runCommand: Command = async (invocation, streams) => {
  const { err } = streams;
  if (invocation.options.has("list")) return (await import("./list-jobs.ts")).listJobs(invocation, streams);
  const asked = await readRunOptions(invocation);
  const limitHeap = keepHeapLean();
  using report = new ReportFile(valueOf(invocation, "report") ?? DEFAULT_REPORT);
  using outputs = openReportOutputs(invocation);
  using _transcripts = claimTranscripts(asked, invocation);
  const blocks = outputs.showsBlocks || invocation.options.has("blocks");
  if (invocation.options.has("update")) await update(asked, streams);
  using progress = makeProgressLine(streams, { isQuiet: outputs.isDocument });
  using interrupt = listenForInterrupt((signal) => {
    progress.clear();
    err(`${signal}: ending now, without the jobs that run; a second signal ends at once, without a table\n`);
  }, endingSignals);
  const show = showJobs(progress);
  const onJob: JobShown = (job, done, total) => {
    limitHeap();
    show(job, done, total);
  };
  // Code that a job leaves behind may throw after the job has ended: the error is reported once all results are.
  const late: unknown[] = [];
  using _faults = takeUncaughtFaults((fault) => late.push(fault));
  let queued: OpenedQueueRun | null = null;
  const begin = async (): Promise<EndedRun> => {
    queued = await openQueue(invocation, asked, (line) => {
      progress.clear();
      err(line);
    });
    const handOut = queued?.handOut ?? null;
    return run(invocation, asked, { streams, progress, interrupt, report, blocks, handOut, limitHeap, onJob });
  };
  const { gated, notUpdated } = await begin().catch(async (fault: unknown) => {
    // The report of an earlier run must not stand for this one.
    const result = resultWithoutJobs(asked.selection, asked.caches, fault);
    if (report.isOfEarlierRun) report.finish(result);
    await outputs.writeFiles(result);
    await outputs.printCommands(result, streams);
    throw fault;
  });
  const { result } = gated;
  const unwritten = await finishRun(gated, { report, outputs }, streams);
  const notWritten = [notUpdated, unwritten].filter((fault) => fault !== null);
  await closeQueue(queued, notWritten.length === 0 && result.outcome !== "interrupted");
  const faults = notWritten.length > 0 || interrupt.requested() ? notWritten : late.slice(0, 1);
  for (const fault of faults) reportFault(fault, false, streams);
  return faults.length === 0 || result.outcome === "interrupted" ? runExit(result) : 3;
};

/** Loads what only runs on a queue need. */
async function openQueue(
  invocation: Invocation,
  { live }: RunOptions,
  onNote: (line: string) => void,
): Promise<OpenedQueueRun | null> {
  if (!invocation.options.has("queue")) return null;
  const { openQueueRun } = await import("./queue-run.ts");
  return openQueueRun(invocation, { live: live && liveSettings(invocation, live), onNote });
}

/** The live options that a worker gets. Its key it has itself. */
function liveSettings(invocation: Invocation, { baseUrl, repeat, gates, transcripts }: LiveOptions): LiveSettings {
  return { baseUrl, repeat, gates, maxUsd: readCost(invocation), transcripts: transcripts?.folder ?? "" };
}

/** Results stay on the queue until the report is written. */
async function closeQueue(queued: OpenedQueueRun | null, isReported: boolean): Promise<void> {
  if (isReported) await queued?.forget();
  await queued?.[Symbol.asyncDispose]();
}

function describeLeftovers(ended: readonly LeftoverProcess[]): string {
  const shown = ended.slice(0, 5).map(({ pid, command }) => `${command} (${pid})`);
  const more = ended.length > shown.length ? `, and ${ended.length - shown.length} more` : "";
  return `ended ${pluralize(ended.length, "process", "processes")} that jobs had left running: ${shown.join(", ")}${more}`;
}

/** Records before it runs, so that what is then judged is the new recording. */
async function update({ selection }: RunOptions, { err }: Console): Promise<void> {
  if (isInCi()) {
    const fix = "update on your own machine and commit the cassette, or unset CI";
    throw usageError("HX510", "nothing is recorded in continuous integration (CI is set)", fix);
  }
  const { updateCassette } = await import("../../../run/update-cassette.ts");
  const { folder, changes } = await updateCassette({
    ...selection,
    secrets: environmentSecrets(environment()),
  });
  err(`recorded again: ${folder}\n${changes.map((line) => `  ${line}\n`).join("")}`);
}

/** A run whose jobs have ended, and why its baseline could not be written. */
type EndedRun = { readonly gated: ReturnType<typeof gateRun>; readonly notUpdated: HarnessError | null };

type RunMeans = {
  readonly streams: Console;
  readonly progress: ProgressLine;
  readonly interrupt: Interrupt;
  readonly report: ReportFile;
  readonly blocks: boolean;
  readonly handOut: HandOut | null;
  readonly limitHeap: () => void;
  readonly onJob: JobShown;
};

async function run(
  invocation: Invocation,
  { selection, maxWarnings, maxBreakUsd, baseline, ...jobs }: RunOptions,
  { streams, progress, interrupt, report, blocks, handOut, limitHeap, onJob }: RunMeans,
): Promise<EndedRun> {
  let files: ReadonlyMap<string, string> = new Map();
  const say = (line: string): void => {
    progress.clear();
    streams.err(line);
  };
  try {
    const found = await runScenarios({
      ...selection,
      ...jobs,
      bail: invocation.options.has("bail"),
      blocks,
      handOut,
      ci: isInCi(),
      strict: invocation.options.has("fail-on-unknown-model"),
      onSelected: (selected) => {
        limitHeap();
        files = selected;
        const transcripts = jobs.live?.transcripts;
        if (transcripts) say(`transcripts: ${transcripts.folder}\n`);
        if (baseline !== null) refuseForeignBaseline(baseline, { selection, dates: resultDates(jobs.caches) }, files);
      },
      onUnknownModel: say,
      onDeprecation: (line) => say(`${line}\n`),
      onJob,
      onChange: (current) => report.update(current),
      onLeftovers: (ended) => say(`${describeLeftovers(ended)}\n`),
      onInternalError: (fault) => say(stackOf(fault)),
      signal: interrupt.signal,
    });
    const comparison = baseline === null ? null : compareWithBaseline(found, baseline, files);
    const gates = { maxWarnings, maxBreakUsd, baseline: comparison };
    const gated = gateRun(found, gates, { interrupted: interrupt.requested() });
    return { gated, notUpdated: updateIfAsked(gated.result, baseline, files, say) };
  } finally {
    progress.clear();
  }
}

type JobShown = (job: JobResult, done: number, total: number) => void;

function showJobs(progress: ProgressLine): JobShown {
  let failed = 0;
  return ({ id: name, outcome }, done, total) => {
    if (outcome.status === "failed" || outcome.status === "errored") failed += 1;
    progress.show({ done, total, failed, name });
  };
}
