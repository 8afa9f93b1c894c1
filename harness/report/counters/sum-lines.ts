import type { CounterSum } from "../../kernel/inspection/counter-timeline.ts";
import { columnTable, plain } from "../tables/column-table.ts";
import { sumTable } from "./sum-table.ts";
import { headed, type TextLayout } from "../tables/text-layout.ts";

/** So many rows are printed, the last ones of the report. */
const SHOWN = 20;

/** The rows of one report, each a sum over many requests. */
export function sumLines(source: string, sums: readonly CounterSum[], sheet: TextLayout): readonly string[] {
  const { counts, heads, rows, earlier } = sumTable(source, sums, SHOWN);
  const columns = heads.map((head, at) => ({ head, align: at === 0 ? ("left" as const) : ("right" as const) }));
  return [
    ...headed(source, sheet.paint.strong, counts, 2, sheet),
    ...columnTable(
      columns,
      0,
      rows.map((row) => row.map((text) => plain(text))),
      sheet,
    ),
    ...(earlier === null ? [] : [earlier]),
  ];
}
