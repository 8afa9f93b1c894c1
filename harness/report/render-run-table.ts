import type { RunResult, RunSummary, Warning } from "../kernel/run-result.ts";
import type { TextStyle } from "../kernel/text/text-style.ts";
import { terminalSafe } from "../kernel/text/terminal-safe.ts";
import { decisionTable } from "./tables/decision-table.ts";
import { failureLines } from "./lines/failure-lines.ts";
import { forkLines, forkTable } from "./tables/fork-table.ts";
import { pluralize, formatCount } from "../kernel/text/format-count.ts";
import { liveTable } from "./tables/live-table.ts";
import { jobTable } from "./tables/job-table.ts";
import type { Paint } from "./tables/paint.ts";
import { headed, makeTextLayout, type TextLayout } from "./tables/text-layout.ts";

/** Failures beyond this number are counted, not shown: a hundred of them in a terminal help no reader. */
const toldFailures = 20;

const outcomeBrush: Readonly<Record<RunResult["outcome"], keyof Paint>> = {
  passed: "good",
  failed: "bad",
  errored: "bad",
  interrupted: "warn",
};

/** A run for a person: failures first, then warnings, a row for each job and each fork, and the outcome in the last line. */
export function renderRunTable(result: RunResult, style: TextStyle): string {
  const sheet = makeTextLayout(style);
  const sections = [
    ...failureSections(result, sheet),
    remarkLines(result, sheet),
    result.jobs.length === 0 ? [] : jobTable(result.jobs, sheet),
    decisionTable(result.jobs, sheet),
    forkTable(result.jobs, sheet),
    forkLines(result.jobs),
    liveTable(result.jobs, sheet),
    summaryLines(result, sheet),
  ];
  const told = sections.flatMap((lines) => (lines.length === 0 ? [] : [lines.join("\n")]));
  return terminalSafe(`${told.join("\n\n")}\n`);
}

function failureSections({ jobs }: RunResult, sheet: TextLayout): readonly (readonly string[])[] {
  const failures = jobs.filter(({ outcome }) => outcome.status === "failed" || outcome.status === "errored");
  const untold = failures.length - toldFailures;
  return [
    ...failures.slice(0, toldFailures).map((job) => failureLines(job, sheet)),
    untold > 0 ? [sheet.paint.bad(`and ${pluralize(untold, "failure")} more: the JSON report has them all`)] : [],
  ];
}

/** Warnings and the reasons of what was skipped. */
function remarkLines({ jobs }: RunResult, sheet: TextLayout): readonly string[] {
  return jobs.flatMap(({ id, outcome, warnings }) => [
    ...(outcome.status === "skipped" ? headed("skipped", sheet.paint.faint, `${id}: ${outcome.reason}`, 8, sheet) : []),
    ...warnings.flatMap((warning) => warningLines(id, warning, sheet)),
  ]);
}

function warningLines(id: string, { code, message }: Warning, sheet: TextLayout): readonly string[] {
  return headed(`warning ${code}`, sheet.paint.warn, `${id}: ${message}`, 8, sheet);
}

function summaryLines({ outcome, summary, timing }: RunResult, sheet: TextLayout): readonly string[] {
  const seconds = (timing.durationMs / 1000).toFixed(1);
  const told = `${pluralize(summary.jobs, "job")} in ${pluralize(summary.files, "file")}: ${tally(summary)}`;
  return headed(outcome, sheet.paint[outcomeBrush[outcome]], `${told} (${seconds} s)`, 2, sheet);
}

/** Passed and failed always, so that a reader never has to wonder; the rest where there is any. */
function tally(summary: RunSummary): string {
  const rest = [
    [summary.errored, "errored"],
    [summary.skipped, "skipped"],
    [summary.notRun, "not run"],
  ] as const;
  return [
    `${formatCount(summary.passed)} passed`,
    `${formatCount(summary.failed)} failed`,
    ...rest.flatMap(([count, word]) => (count === 0 ? [] : [`${formatCount(count)} ${word}`])),
    ...(summary.warnings === 0 ? [] : [pluralize(summary.warnings, "warning")]),
  ].join(", ");
}
