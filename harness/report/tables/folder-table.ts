import { ratioText } from "../../kernel/numbers.ts";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import { formatCount } from "../../kernel/text/format-count.ts";
import type { JobResult, RunResult } from "../../kernel/run-result.ts";
import { type Cell, type Column, columnTable, plain } from "./column-table.ts";
import { outcomeMarks } from "./job-table.ts";
import type { TextLayout } from "./text-layout.ts";

const columns: readonly Column[] = [
  { head: "", align: "left" },
  { head: "folder", align: "left" },
  { head: "files", align: "right" },
  { head: "jobs", align: "right" },
  { head: "lowest ratio", align: "right" },
  { head: "time", align: "right" },
];
const folderColumn = 1;

const worstOutcomeFirst = ["errored", "failed", "passed", "skipped"] as const;

/** One row per folder: its files and jobs, the lowest first-turn ratio of its forks, and the time that its jobs took. */
export function folderTable({ jobs, timing }: RunResult, sheet: TextLayout): readonly string[] {
  const rows = [...Map.groupBy(jobs, ({ file }) => folderOf(file))].map(([folder, own]): readonly Cell[] => {
    const worst = worstOutcomeFirst.find((status) => own.some(({ outcome }) => outcome.status === status));
    return [
      worst === undefined ? plain("") : outcomeMarks[worst],
      plain(escapeControlChars(folder)),
      plain(formatCount(new Set(own.map(({ file }) => file)).size)),
      plain(formatCount(own.length)),
      plain(lowestRatio(own)),
      plain(`${(own.reduce((sum, { id }) => sum + (timing.jobsMs[id] ?? 0), 0) / 1000).toFixed(1)} s`),
    ];
  });
  return rows.length === 0 ? [] : columnTable(columns, folderColumn, rows, sheet);
}

function folderOf(file: string): string {
  const end = file.lastIndexOf("/");
  return end === -1 ? "." : file.slice(0, end);
}

/** Of forks that ran and of recorded ones. */
function lowestRatio(jobs: readonly JobResult[]): string {
  const ratios = jobs.flatMap(({ kind, forks, judgements }) =>
    kind === "pair"
      ? judgements.flatMap(({ ratio }) => ratio?.observed ?? [])
      : forks.flatMap(({ firstTurnRatio }) => firstTurnRatio ?? []),
  );
  return ratios.length === 0 ? "-" : ratioText(Math.min(...ratios));
}
