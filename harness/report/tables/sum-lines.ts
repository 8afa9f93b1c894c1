import type { CounterSum } from "../../kernel/inspection/counter-timeline.ts";
import { formatCount, pluralize } from "../../kernel/text/format-count.ts";
import { usdText } from "../lines/usd-text.ts";
import { type Cell, type Column, columnTable, plain } from "./column-table.ts";
import { headed, type TextLayout } from "./text-layout.ts";

/** So many rows are printed, the last ones of the report. */
const SHOWN = 20;

const COLUMNS: readonly Column[] = [
  { head: "row", align: "left" },
  { head: "requests", align: "right" },
  { head: "prompt tokens", align: "right" },
  { head: "read", align: "right" },
  { head: "written", align: "right" },
  { head: "paid", align: "right" },
];

/** The rows of one report, each a sum over many requests. */
export function sumLines(source: string, rows: readonly CounterSum[], sheet: TextLayout): readonly string[] {
  const models = [...new Set(rows.flatMap((row) => row.models))];
  const counts = [
    `${pluralize(rows.length, "row")} of a report`,
    models.length === 0 ? "models unknown" : models.join(", "),
  ];
  const earlier = rows.length - SHOWN;
  return [
    ...headed(source, sheet.paint.strong, counts.join(", "), 2, sheet),
    ...columnTable(COLUMNS, 0, rows.slice(-SHOWN).map(cellsOf), sheet),
    ...(earlier > 0 ? [`${pluralize(earlier, "earlier row")}: see --json`] : []),
  ];
}

function cellsOf({ name, requests, prompt, read, written, usd }: CounterSum): readonly Cell[] {
  return [
    plain(name),
    plain(requests === null ? "?" : formatCount(requests)),
    plain(prompt === null ? "?" : formatCount(prompt)),
    plain(share(read, prompt)),
    plain(share(written, prompt)),
    plain(usd === null ? "?" : usdText(usd)),
  ];
}

function share(part: number | null, whole: number | null): string {
  return part === null || whole === null || whole === 0 ? "?" : `${Math.round((100 * part) / whole)} %`;
}
