import type { FilterDecisionRecord, ForkRun, JobResult } from "../kernel/run-result.ts";
import { type Cell, type Column, columnTable, plain } from "./column-table.ts";
import { formatCount } from "./format-count.ts";
import { printable } from "./printable.ts";
import type { Sheet } from "./sheet.ts";

const columns: readonly Column[] = [
  { head: "fork (first turn)", align: "left" },
  { head: "ratio", align: "right" },
  { head: "expected", align: "right" },
  { head: "efficiency", align: "right" },
  { head: "tokens", align: "left" },
  { head: "allow", align: "right" },
  { head: "deny", align: "right" },
];
const forkColumn = 0;

/** One row per fork that was run: how its first turn used the cache, and what its filter said. Unknown is `-`. */
export function forkTable(jobs: readonly JobResult[], sheet: Sheet): readonly string[] {
  // A decision table is no fork and has a table of its own.
  const forked = jobs.filter(({ kind }) => kind !== "filter");
  const rows = forked.flatMap((job) => job.forks.map((fork, at) => cellsOf(at === 0 ? job.id : fork.lane, fork)));
  return rows.length === 0 ? [] : columnTable(columns, forkColumn, rows, sheet);
}

function cellsOf(name: string, fork: ForkRun): readonly Cell[] {
  return [
    plain(printable(name)),
    plain(ratio(fork.firstTurnRatio)),
    plain(ratio(fork.expectedRatio)),
    plain(ratio(fork.efficiency)),
    // Nobody may take an estimate for a provider's own count.
    plain(fork.turns[0]?.grade ?? "-"),
    plain(decided(fork.decisions, "allow")),
    plain(decided(fork.decisions, "deny")),
  ];
}

function ratio(value: number | null): string {
  return value === null ? "-" : value.toFixed(2);
}

function decided(decisions: ForkRun["decisions"], decision: FilterDecisionRecord["decision"]): string {
  return decisions === null ? "-" : formatCount(decisions.filter((each) => each.decision === decision).length);
}
