import { percentText } from "../../kernel/numbers.ts";
import type { RequestGroup, RequestGroups } from "../../kernel/inspection/request-group.ts";
import { formatCount } from "../../kernel/text/format-count.ts";
import { usdText } from "../../kernel/text/usd-text.ts";
import { type Cell, type Column, columnTable, plain } from "./column-table.ts";
import type { TextLayout } from "./text-layout.ts";

/** A line a group: requests, ratio, cost of 1,000 requests, breaks, and what the client could have saved. */
export function groupTable({ by, groups }: RequestGroups, sheet: TextLayout): readonly string[] {
  const columns: readonly Column[] = [
    { head: by, align: "left" },
    { head: "from", align: "left" },
    ...["requests", "ratio", "per 1,000", "breaks", "ours"].map((head): Column => ({ head, align: "right" })),
  ];
  const shown = groups.length > MOST ? groups.toSorted(byLoss).slice(0, MOST) : groups;
  const rows = shown.map(({ value, from, requests, ratio, usdPerThousand, breaks, oursUsd }): readonly Cell[] => [
    plain(value ?? "without"),
    plain(from === null ? "" : from.slice(5, 16).replace("T", " ")),
    plain(formatCount(requests)),
    plain(ratio === null ? "?" : percentText(ratio)),
    plain(usdPerThousand === null ? "?" : usdText(usdPerThousand)),
    { text: formatCount(breaks), brush: breaks > 0 ? "bad" : null },
    plain(oursUsd === null ? "?" : usdText(oursUsd)),
  ]);
  const more = groups.length - shown.length;
  const left =
    more === 0 ? [] : [sheet.paint.faint(`and ${formatCount(more)} more, which lost less: --json lists them`)];
  return [...columnTable(columns, 0, rows, sheet), ...left];
}

const MOST = 15;

function byLoss({ oursUsd: one, breaks }: RequestGroup, other: RequestGroup): number {
  return (other.oursUsd ?? 0) - (one ?? 0) || other.breaks - breaks;
}
