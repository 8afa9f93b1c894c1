import type { JobResult, RunResult, RunSummary } from "../../kernel/run-result.ts";
import { formatCount, pluralize } from "../../kernel/text/format-count.ts";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import type { Paint, Style } from "../tables/paint.ts";
import { headed, headedName, inset, type TextLayout } from "../tables/text-layout.ts";
import { wrapText } from "../tables/wrap-text.ts";
import { failureLines } from "./failure-lines.ts";

/** Failures beyond this number are counted, not shown: a hundred of them in a terminal help no reader. */
const shownFailures = 20;

const outcomeBrush: Readonly<Record<RunResult["outcome"], keyof Paint>> = {
  passed: "good",
  failed: "bad",
  errored: "bad",
  interrupted: "warn",
};

/** Failures, reasons of what was skipped, and warnings. */
export function notPassedSections(result: RunResult, sheet: TextLayout): readonly (readonly string[])[] {
  return [...failureSections(result, sheet), [...skipLines(result, sheet), ...warningLines(result, sheet)]];
}

/** The totals of a run, the outcome first. */
export function summaryLines(result: RunResult, sheet: TextLayout): readonly string[] {
  const { outcome } = result;
  return headed(outcome, sheet.paint[outcomeBrush[outcome]], totalsText(result), 2, sheet);
}

export function totalsText({ summary, timing }: RunResult): string {
  const seconds = (timing.durationMs / 1000).toFixed(1);
  const counts = `${pluralize(summary.jobs, "job")} in ${pluralize(summary.files, "file")}: ${tally(summary)}`;
  return `${counts} (${seconds} s)`;
}

function failureSections({ jobs }: RunResult, sheet: TextLayout): readonly (readonly string[])[] {
  const failures = jobs.filter(({ outcome }) => outcome.status === "failed" || outcome.status === "errored");
  const hidden = failures.length - shownFailures;
  return [
    ...failures.slice(0, shownFailures).map((job) => failureLines(job, sheet)),
    hidden > 0 ? [sheet.paint.bad(`and ${pluralize(hidden, "failure")} more: the JSON report has them all`)] : [],
  ];
}

/** One line for each reason. */
function skipLines({ jobs }: RunResult, sheet: TextLayout): readonly string[] {
  const skipped = jobs.flatMap((job) =>
    job.outcome.status === "skipped" ? [{ job, reason: job.outcome.reason }] : [],
  );
  return [...Map.groupBy(skipped, ({ reason }) => reason)].flatMap(([reason, group]) =>
    named("skipped", sheet.paint.faint, { ids: idsOf(group), text: reason }, sheet),
  );
}

/** One line for each group. */
function warningLines(result: RunResult, sheet: TextLayout): readonly string[] {
  return warningGroups(result).flatMap(({ ids, code, message }) =>
    named(`warning ${code}`, sheet.paint.warn, { ids, text: message }, sheet),
  );
}

/** A heading, names and a text: on one line where they fit, else the text below, shifted. */
function named(
  heading: string,
  paint: Style,
  { ids, text }: { readonly ids: string; readonly text: string },
  sheet: TextLayout,
): readonly string[] {
  const [line, ...more] = headed(heading, paint, `${ids}: ${text}`, 0, sheet);
  if (line !== undefined && more.length === 0) return [line];
  return [
    headedName(heading, paint, `${ids}:`, sheet),
    ...inset(sheet, 8, ({ columns }) => wrapText(escapeControlChars(text), columns)),
  ];
}

/** The warnings of one code whose messages differ only in numbers; the first is shown. */
export type WarningGroup = {
  readonly ids: string;
  readonly code: string;
  readonly message: string;
  /** Of the first job. */
  readonly file: string;
};

export function warningGroups({ jobs }: RunResult): readonly WarningGroup[] {
  const warned = jobs.flatMap((job) => job.warnings.map(({ code, message }) => ({ job, code, message })));
  const groups = Map.groupBy(warned, ({ code, message }) => `${code} ${message.replace(/[\d.,]+/g, "0")}`);
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map(({ job, code, message }) => ({ ids: idsOf(group), code, message, file: job.file })),
  );
}

/** The first job of a group, and how many more there are. */
function idsOf(group: readonly { readonly job: JobResult }[]): string {
  const ids = [...new Set(group.map(({ job }) => job.id))];
  return ids.length > 1 ? `${ids[0]} and ${formatCount(ids.length - 1)} more` : (ids[0] ?? "");
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
