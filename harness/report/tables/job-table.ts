import type { Reusable, Verdict } from "../../kernel/judgement.ts";
import type { JobOutcome, JobResult } from "../../kernel/run-result.ts";
import { type Cell, type Column, columnTable, plain } from "./column-table.ts";
import { formatCount } from "../../kernel/text/format-count.ts";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import { verdictBrush } from "../render-judgement.ts";
import type { TextLayout } from "./text-layout.ts";

const columns: readonly Column[] = [
  { head: "", align: "left" },
  { head: "scenario", align: "left" },
  { head: "case", align: "left", most: 24 },
  { head: "verdict", align: "left" },
  { head: "reusable", align: "left" },
  { head: "checks", align: "right" },
  { head: "examined", align: "right" },
];
const scenarioColumn = 1;
const caseColumn = 2;

export const outcomeMarks: Readonly<Record<JobOutcome["status"], Cell>> = {
  passed: { text: "✓", brush: "good" },
  failed: { text: "✗", brush: "bad" },
  errored: { text: "!", brush: "bad" },
  skipped: { text: "-", brush: "faint" },
};

/** A pair has one verdict; a session is as good as its worst turn. */
const worstVerdictFirst: readonly Verdict[] = ["diverged", "not-comparable", "rendered-identical", "byte-identical"];
const worstReusableFirst: readonly Reusable[] = ["no", "unknown", "yes"];

/** One row per job; with a column for the cells of a matrix where there is one. */
export function jobTable(jobs: readonly JobResult[], sheet: TextLayout): readonly string[] {
  const hasCases = jobs.some(({ variant, row }) => row !== undefined || Object.keys(variant).length > 0);
  const shown = <Item>(row: readonly Item[]): readonly Item[] => (hasCases ? row : row.toSpliced(caseColumn, 1));
  return columnTable(shown(columns), scenarioColumn, jobs.map(cellsOf).map(shown), sheet);
}

function cellsOf(job: JobResult): readonly Cell[] {
  const verdict = worstVerdictFirst.find((worst) => job.judgements.some((judgement) => judgement.verdict === worst));
  const reusable = worstReusableFirst.find((worst) => job.judgements.some((judgement) => judgement.reusable === worst));
  const passed = job.checks.filter(({ status }) => status === "passed").length;
  return [
    outcomeMarks[job.outcome.status],
    plain(escapeControlChars(job.scenario)),
    plain(escapeControlChars(caseOf(job))),
    // Red only if unexpected: a scenario may expect a break.
    {
      text: verdict ?? "-",
      brush: job.outcome.status === "failed" && verdict !== undefined ? verdictBrush[verdict] : null,
    },
    plain(reusable ?? "-"),
    plain(job.checks.length === 0 ? "-" : `${passed}/${job.checks.length}`),
    plain(examinedText(job)),
  ];
}

/** The row, and the cell of the matrix. */
function caseOf({ variant, row }: JobResult): string {
  const choices = Object.entries(variant).map(([axis, value]) => `${axis}=${value}`);
  return [...(row === undefined ? [] : [`row=${row.id}`]), ...choices].join(", ");
}

/** The parent's blocks that were compared; for a job without a pair, the most that one of its checks looked at. */
function examinedText({ judgements, checks }: JobResult): string {
  if (judgements.length > 0) return formatCount(judgements.reduce((sum, { examined }) => sum + examined.blocks, 0));
  return checks.length === 0 ? "-" : formatCount(Math.max(...checks.map(({ examined }) => examined.count)));
}
