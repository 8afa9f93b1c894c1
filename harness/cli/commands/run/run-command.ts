import type { ProviderCache } from "../../../providers/provider.ts";
import { environmentSecrets } from "../../../cassette/credentials/environment-secrets.ts";
import type { Console } from "../../../io/console.ts";
import { keepHeapLean } from "../../../io/lean-heap.ts";
import { environment } from "../../../io/process.ts";
import { endingSignals, type Interrupt, listenForInterrupt } from "../../../io/signals.ts";
import { takeUncaughtFaults } from "../../../io/uncaught-faults.ts";
import type { RunResult } from "../../../kernel/run-result.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";
import type { LiveOptions } from "../../../run/live/live-options.ts";
import { resultWithoutJobs } from "../../../run/result-without-jobs.ts";
import { runScenarios } from "../../../run/run-scenarios.ts";
import { type Command, type Invocation, valueOf } from "../../command.ts";
import { makeProgressLine, type ProgressLine } from "../../progress-line.ts";
import { reportFault, stackOf } from "../../report-fault.ts";
import { rulesOption } from "../../rules-option.ts";
import { usageError } from "../../usage-error.ts";
import { isInCi } from "../is-in-ci.ts";
import { readLiveOptions } from "./live-options.ts";
import { ReportFile } from "./report-file.ts";
import { runExit } from "./run-exit.ts";
import { settleOutcome } from "./settle-outcome.ts";

/** Runs scenarios, writes the result to disk and shows it. A signal that asks us to end still gives a report of what was done. */
export const runCommand: Command = async (invocation, streams) => {
  const { err } = streams;
  const asked: Asked = {
    maxWarnings: readMaxWarnings(invocation),
    live: await readLiveOptions(invocation),
    caches: rulesOption(invocation),
  };
  keepHeapLean();
  const path = valueOf(invocation, "report") ?? "reports/latest.json";
  using report = new ReportFile(path);
  if (invocation.options.has("update")) await update(invocation, streams);
  const progress = makeProgressLine(streams);
  using interrupt = listenForInterrupt((signal) => {
    progress.clear();
    err(`${signal}: ending now, without the job that runs; a second signal ends at once, without a table\n`);
  }, endingSignals);
  // Code that a job leaves behind may throw after the job has ended: the error is reported once all results are.
  const late: unknown[] = [];
  using _faults = takeUncaughtFaults((fault) => late.push(fault));
  const result = await run(invocation, asked, { streams, progress, interrupt, report }).catch((fault: unknown) => {
    // The report of an earlier run must not stand for this one.
    if (report.isOfEarlierRun) report.finish(resultWithoutJobs());
    throw fault;
  });
  // Before any output: the reader of stdout may have gone.
  const { json, fault: unwritten } = report.finish(result);
  await print(result, json, invocation, streams);
  const { warnings } = result.summary;
  if (warnings > asked.maxWarnings) {
    err(`${pluralize(warnings, "warning")}, and --max-warnings allows ${asked.maxWarnings}\n`);
  }
  if (unwritten === null) err(`report: ${path}\n`);
  const fault = unwritten ?? (interrupt.requested() ? undefined : late[0]);
  if (fault !== undefined) reportFault(fault, false, streams);
  return fault === undefined || result.outcome === "interrupted" ? runExit(result) : 3;
};

type Asked = {
  /** Infinity where the option is absent. */
  readonly maxWarnings: number;
  readonly live: LiveOptions | null;
  readonly caches: readonly ProviderCache[];
};

/** Records before it runs, so that what is then judged is the new recording. */
async function update(invocation: Invocation, { err }: Console): Promise<void> {
  if (isInCi()) {
    const fix = "update on your own machine and commit the cassette, or unset CI";
    throw usageError("HX510", "nothing is recorded in continuous integration (CI is set)", fix);
  }
  const { updateCassette } = await import("../../../run/update-cassette.ts");
  const { folder, changes } = await updateCassette({
    paths: pathsOf(invocation),
    tags: invocation.options.get("tag") ?? [],
    name: valueOf(invocation, "name"),
    secrets: environmentSecrets(environment()),
  });
  err(`recorded again: ${folder}\n${changes.map((line) => `  ${line}\n`).join("")}`);
}

function pathsOf({ positionals }: Invocation): readonly string[] {
  return positionals.length === 0 ? ["scenarios"] : positionals;
}

async function run(
  invocation: Invocation,
  { maxWarnings, live, caches }: Asked,
  {
    streams,
    progress,
    interrupt,
    report,
  }: {
    readonly streams: Console;
    readonly progress: ProgressLine;
    readonly interrupt: Interrupt;
    readonly report: ReportFile;
  },
): Promise<RunResult> {
  const bail = invocation.options.has("bail");
  let bailed = false;
  const say = (line: string): void => {
    progress.clear();
    streams.err(line);
  };
  try {
    const found = await runScenarios({
      paths: pathsOf(invocation),
      tags: invocation.options.get("tag") ?? [],
      ...named(invocation),
      live,
      ci: isInCi(),
      caches,
      strict: invocation.options.has("fail-on-unknown-model"),
      onUnknownModel: say,
      onDeprecation: (line) => say(`${line}\n`),
      onJob: ({ id, outcome }, done, total) => {
        progress.show(done, total, id);
        bailed ||= bail && (outcome.status === "failed" || outcome.status === "errored");
      },
      onChange: (current) => report.update(current),
      onInternalError: (fault) => say(stackOf(fault)),
      stop: () => bailed,
      signal: interrupt.signal,
    });
    return settleOutcome(found, { interrupted: interrupt.requested(), maxWarnings });
  } finally {
    progress.clear();
  }
}

async function print(
  result: RunResult,
  json: string,
  { options }: Invocation,
  { out, outStyle }: Console,
): Promise<void> {
  if (options.has("json")) return out(json);
  const { renderRunTable } = await import("../../../report/render-run-table.ts");
  out(renderRunTable(result, outStyle));
}

function named(invocation: Invocation): { readonly name?: string } {
  const name = valueOf(invocation, "name");
  return name === null ? {} : { name };
}

/** Infinity where the option is absent. */
function readMaxWarnings(invocation: Invocation): number {
  const value = valueOf(invocation, "max-warnings");
  if (value === null) return Infinity;
  if (/^\d+$/.test(value)) return Number(value);
  throw usageError("HX503", `--max-warnings takes a whole number, not "${value}"`, "write --max-warnings 0, or more");
}
