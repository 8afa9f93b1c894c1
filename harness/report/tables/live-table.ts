import type { JobResult, LiveFork, Reconciliation } from "../../kernel/run-result.ts";
import { type Cell, type Column, columnTable, plain } from "./column-table.ts";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import type { TextLayout } from "./text-layout.ts";

const columns: readonly Column[] = [
  { head: "live fork", align: "left" },
  { head: "verdict", align: "left" },
  { head: "provider says", align: "left" },
  { head: "read", align: "left" },
  { head: "reading", align: "left" },
  { head: "USD", align: "right" },
];
const nameColumn = 0;

/** A row for each fork of each live run: our verdict, the provider's word, the counters, and what they mean together. */
export function liveTable(jobs: readonly JobResult[], sheet: TextLayout): readonly string[] {
  const rows = jobs.flatMap(({ id, live }) =>
    (live?.runs ?? []).flatMap(({ forks }, run) => forks.map((fork) => cellsOf(nameOf(id, fork, run), fork))),
  );
  if (rows.length === 0) return [];
  const powers = jobs.flatMap(({ id, live }) => {
    const last = live === undefined || live.runs.length < 2 ? undefined : live.passPowers.at(-1);
    if (live === undefined || last === undefined) return [];
    const passed = live.runs.filter((run) => run.passed).length;
    return [
      `${escapeControlChars(id)}: ${passed} of ${live.runs.length} runs passed, pass^${live.runs.length} ${last.toFixed(2)}`,
    ];
  });
  return [...columnTable(columns, nameColumn, rows, sheet), ...powers, ...jobs.flatMap(spentLines)];
}

/** The rows are forks; a live run pays for its parent's request too, and for that once more with every repetition. */
function spentLines({ id, live }: JobResult): readonly string[] {
  if (live === undefined) return [];
  const runs = live.runs.length === 1 ? "" : ` in ${live.runs.length} runs`;
  if (live.costUsd === null) {
    return [
      `${escapeControlChars(id)}: what was spent${runs} is not known, since an answer has no price or does not tell its usage`,
    ];
  }
  const forks = live.runs.flatMap((run) => run.forks.map(({ costUsd }) => costUsd ?? 0)).reduce((a, b) => a + b, 0);
  const parents = live.runs.length === 1 ? "the parent's request" : "the parent's requests";
  return [
    `${escapeControlChars(id)}: spent $${live.costUsd.toFixed(4)}${runs}, $${Math.max(0, live.costUsd - forks).toFixed(4)} of it for ${parents}`,
  ];
}

function nameOf(id: string, { lane }: LiveFork, run: number): string {
  return [run === 0 ? escapeControlChars(id) : `run ${run + 1}`, ...(lane === "fork" ? [] : [lane])].join(", ");
}

function cellsOf(name: string, { reconciliation, costUsd }: LiveFork): readonly Cell[] {
  return [
    plain(name),
    plain(reconciliation?.local ?? "-"),
    plain(reconciliation === null ? "-" : wordOf(reconciliation)),
    plain(reconciliation?.counters ?? "-"),
    plain(
      reconciliation === null
        ? "-"
        : `${reconciliation.reading}${reconciliation.agrees === false ? " (disputed)" : ""}`,
    ),
    plain(costUsd === null ? "-" : costUsd.toFixed(4)),
  ];
}

function wordOf({ provider, reason }: Reconciliation): string {
  return reason ?? (provider === "not-asked" || provider === "nothing" ? "-" : provider);
}
