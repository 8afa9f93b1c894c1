import { isBreak } from "../../kernel/finding.ts";
import type { Judgement } from "../../kernel/judgement.ts";
import type { JobResult, PlacedCheck } from "../../kernel/run-result.ts";
import { breakText } from "./break-text.ts";
import { formatCount } from "../../kernel/text/format-count.ts";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import { errorLines } from "../render-error.ts";
import { evidenceSections, headlineOf } from "../render-judgement.ts";
import { headedName, inset, labelled, type TextLayout } from "../tables/text-layout.ts";

/** The number of judgements shown per job: a session of a hundred broken turns has one cause, and its first turns show it. */
const toldJudgements = 3;

/** Lines of each stream of a module that are shown; the report holds more. */
const shownLines = 10;

/** One job that failed or errored: its checks that failed, then what the judge saw. */
export function failureLines(job: JobResult, sheet: TextLayout): readonly string[] {
  const heading = job.outcome.status === "errored" ? "ERROR" : "FAIL";
  return [
    headedName(heading, sheet.paint.bad, job.id, sheet),
    ...inset(sheet, 2, (narrower) => [
      sheet.paint.faint(job.file),
      ...(job.evidence === undefined ? [] : [sheet.paint.faint(`forkproof judge ${escapeControlChars(job.evidence)}`)]),
      ...failureSections(job, narrower).flatMap((lines) => ["", ...lines]),
    ]),
  ];
}

function failureSections(job: JobResult, sheet: TextLayout): readonly (readonly string[])[] {
  const losses = job.judgements.filter((judgement) => hasLoss(judgement));
  const untold = losses.length - toldJudgements;
  return [
    ...(job.outcome.status === "errored" ? [errorLines(job.outcome.error, sheet)] : []),
    ...job.checks.filter(({ status }) => status === "failed").map((check) => checkLines(check, job.file, sheet)),
    ...printedSections(job, sheet),
    ...losses.slice(0, toldJudgements).flatMap((judgement) => lossSections(judgement, sheet)),
    ...(untold > 0 ? [[`and ${formatCount(untold)} more pairs with a loss: the JSON report has them all`]] : []),
  ];
}

/** The end of what the module printed. Each line stands behind a bar: no line of a module's is taken for one of ours. */
function printedSections({ printed }: JobResult, sheet: TextLayout): readonly (readonly string[])[] {
  if (printed === undefined) return [];
  return (["stdout", "stderr"] as const).flatMap((stream) => {
    const lines = printed[stream].trimEnd().split("\n").slice(-shownLines);
    if (lines.join("") === "") return [];
    return [
      [sheet.paint.strong(`the end of its ${stream}`), ...lines.map((line) => `  | ${escapeControlChars(line)}`)],
    ];
  });
}

/** Notes alone never fail a run, so a failure is shown without them. */
function hasLoss({ divergence, findings }: Judgement): boolean {
  return divergence !== null || findings.some(isBreak);
}

function lossSections(judgement: Judgement, sheet: TextLayout): readonly (readonly string[])[] {
  const findings = judgement.findings.filter(({ role }) => role !== "note");
  const { breakCost } = judgement;
  const cost =
    breakCost === null ? [] : inset(sheet, 2, (narrower) => labelled("cost", breakText(breakCost), 6, narrower));
  return [[...headlineOf(judgement, sheet), ...cost], ...evidenceSections({ ...judgement, findings }, sheet)];
}

function checkLines(
  { check, place, expected, observed, examined }: PlacedCheck,
  file: string,
  sheet: TextLayout,
): readonly string[] {
  const count = `${formatCount(examined.count)} ${examined.what}`;
  return [
    sheet.paint.strong(`check ${check} failed`),
    ...inset(sheet, 2, (narrower) => [
      ...labelled("expected", escapeControlChars(expected), 10, narrower),
      ...labelled("observed", escapeControlChars(observed), 10, narrower),
      ...(place === null ? [] : labelled("where", `${file}:${place.line}:${place.column}`, 10, narrower)),
      ...labelled("examined", examined.count === 0 ? `${count}: a check that saw nothing fails` : count, 10, narrower),
    ]),
  ];
}
