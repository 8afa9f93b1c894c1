import { fineUsdText } from "../../kernel/text/usd-text.ts";
import type { LiveFork, ParentSharing, Reconciliation } from "../../kernel/live-report.ts";
import type { JobResult } from "../../kernel/run-result.ts";
import { type Cell, type Column, columnTable, plain } from "./column-table.ts";
import { formatCount, pluralize } from "../../kernel/text/format-count.ts";
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
  const powers = jobs.flatMap(({ id, live, passRate }) => {
    const last = live === undefined || live.runs.length < 2 ? undefined : live.passPowers.at(-1);
    if (live === undefined || last === undefined) return [];
    const passed = live.runs.filter((run) => run.passed).length;
    const known = passRate?.runs ?? live.runs.length;
    const unknown = known === live.runs.length ? "" : `, ${live.runs.length - known} more show nothing`;
    return [`${escapeControlChars(id)}: ${passed} of ${known} runs passed, pass^${known} ${last.toFixed(2)}${unknown}`];
  });
  return [...columnTable(columns, nameColumn, rows, sheet), ...powers, ...jobs.flatMap(spentLines)];
}

/** The rows are forks; a live job pays for the parents that it sent, too. */
function spentLines({ id, live }: JobResult): readonly string[] {
  if (live === undefined) return [];
  const { costUsd, parent, graders, transcript } = live;
  const runs = live.runs.length === 1 ? "" : ` in ${live.runs.length} runs`;
  const reused =
    transcript === undefined || transcript.reused === 0 ? "" : `, ${transcript.reused} of them kept earlier`;
  const name = escapeControlChars(id);
  const spent =
    costUsd === null
      ? `what was spent${runs}${reused} is not known, since an answer has no price or does not tell its usage`
      : `spent ${fineUsdText(costUsd)}${runs}${reused}, ${moneyText(parent.usd)} of it for the parent's request${parent.sent > 1 ? "s" : ""}${gradersText(graders)}`;
  return [`${name}: ${spent}`, ...savedLines(name, parent)];
}

function gradersText(graders: NonNullable<JobResult["live"]>["graders"]): string {
  if (graders === undefined || graders.requests === 0) return "";
  return `, ${moneyText(graders.usd)} for ${pluralize(graders.requests, "request")} to graders`;
}

function savedLines(name: string, { saved: { requests, bytes, usd } }: ParentSharing): readonly string[] {
  if (requests === 0) return [];
  return [
    `${name}: sharing the parent saved ${pluralize(requests, "request")}, ${formatCount(bytes)} bytes and ${moneyText(usd)}`,
  ];
}

function moneyText(usd: number | null): string {
  return usd === null ? "an unknown sum" : fineUsdText(usd);
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
    plain(costUsd === null ? "-" : fineUsdText(costUsd)),
  ];
}

function wordOf({ provider, reason }: Reconciliation): string {
  return reason ?? (provider === "not-asked" || provider === "nothing" ? "-" : provider);
}
