import Table from "cli-table3";

import type { Reusable, Verdict } from "../kernel/judgement.ts";
import type { JobOutcome, JobResult } from "../kernel/run-result.ts";
import { displayWidth } from "./display-width.ts";
import { formatCount } from "./format-count.ts";
import type { Paint } from "./paint.ts";
import { printable } from "./printable.ts";
import { verdictBrush } from "./render-judgement.ts";
import type { Sheet } from "./sheet.ts";
import { wrapText } from "./wrap-text.ts";

type Cell = { readonly text: string; readonly brush: keyof Paint | null };

const heads = ["", "scenario", "kind", "verdict", "reusable", "checks", "examined"] as const;
const scenarioColumn = 1;
const gap = 2;

const marks: Readonly<Record<JobOutcome["status"], Cell>> = {
  passed: { text: "✓", brush: "good" },
  failed: { text: "✗", brush: "bad" },
  errored: { text: "!", brush: "bad" },
  skipped: { text: "-", brush: "faint" },
};

/** A pair has one verdict; a session is as good as its worst turn. */
const worstVerdictFirst: readonly Verdict[] = ["diverged", "not-comparable", "rendered-identical", "byte-identical"];
const worstReusableFirst: readonly Reusable[] = ["no", "unknown", "yes"];

/** Columns alone: rules between cells cost two columns each, and a report is read at 80. */
const withoutLines = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: "",
};

/** One row per job. Names take what the other columns leave, and go on below where that is too little. */
export function jobTable(jobs: readonly JobResult[], sheet: Sheet): readonly string[] {
  const rows = [heads.map((text): Cell => ({ text, brush: "faint" })), ...jobs.map((job) => cellsOf(job))];
  const widths = columnWidths(rows, sheet.columns);
  const table = new Table({
    colWidths: [...widths],
    colAligns: ["left", "left", "left", "left", "left", "right", "right"],
    chars: withoutLines,
    style: { head: [], border: [], "padding-left": 0, "padding-right": gap },
  });
  for (const row of rows) table.push(row.map((cell, column) => painted(cell, (widths[column] ?? gap) - gap, sheet)));
  return table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd());
}

function cellsOf(job: JobResult): readonly Cell[] {
  const verdict = worstVerdictFirst.find((worst) => job.judgements.some((judgement) => judgement.verdict === worst));
  const reusable = worstReusableFirst.find((worst) => job.judgements.some((judgement) => judgement.reusable === worst));
  const passed = job.checks.filter(({ status }) => status === "passed").length;
  return [
    marks[job.outcome.status],
    plain(printable(job.id)),
    plain(job.kind),
    // Red only where nobody wanted it: a scenario may expect a break.
    {
      text: verdict ?? "-",
      brush: job.outcome.status === "failed" && verdict !== undefined ? verdictBrush[verdict] : null,
    },
    plain(reusable ?? "-"),
    plain(job.checks.length === 0 ? "-" : `${passed}/${job.checks.length}`),
    plain(examinedText(job)),
  ];
}

function plain(text: string): Cell {
  return { text, brush: null };
}

/** The parent's blocks that were compared; for a job without a pair, the most that one of its checks looked at. */
function examinedText({ judgements, checks }: JobResult): string {
  if (judgements.length > 0) return formatCount(judgements.reduce((sum, { examined }) => sum + examined.blocks, 0));
  return checks.length === 0 ? "-" : formatCount(Math.max(...checks.map(({ examined }) => examined.count)));
}

function columnWidths(rows: readonly (readonly Cell[])[], columns: number): readonly number[] {
  const widest = heads.map((_, column) => Math.max(...rows.map((row) => displayWidth(row[column]?.text ?? ""))) + gap);
  const others = widest.reduce((sum, width, column) => (column === scenarioColumn ? sum : sum + width), 0);
  // The last column's gap may hang over the edge: it is cut off again.
  const left = Math.max(columns + gap - others, 16);
  return widest.map((width, column) => (column === scenarioColumn ? Math.min(width, left) : width));
}

function painted({ text, brush }: Cell, columns: number, { paint }: Sheet): string {
  const lines = wrapText(text, columns);
  return lines.map((line) => (brush === null ? line : paint[brush](line))).join("\n");
}
