import type { TextStyle } from "../kernel/text-style.ts";
import { hitRatio, type Usage } from "../kernel/usage.ts";
import { type Cell, type Column, columnTable, plain } from "./column-table.ts";
import { countOf } from "./format-count.ts";
import { printable } from "./printable.ts";
import { makeSheet } from "./sheet.ts";

/** A run of a fork, as the list of them shows it. */
export type ShownHandle = Usage & {
  readonly runId: string;
  readonly label: string;
  readonly parent: string | null;
  readonly source: string;
  readonly status: string;
  readonly turns: number | null;
  readonly startedMs: number;
  readonly endedMs: number | null;
};

const columns: readonly Column[] = [
  { head: "run", align: "left" },
  { head: "label", align: "left" },
  { head: "source", align: "left" },
  { head: "status", align: "left" },
  { head: "turns", align: "right" },
  { head: "ratio", align: "right" },
  { head: "started", align: "left" },
];
const labelColumn = 1;

/** One row per run. An unknown number is left empty. */
export function renderHandles(handles: readonly ShownHandle[], style: TextStyle): string {
  if (handles.length === 0) return "no forks are recorded here\n";
  const lines = columnTable(columns, labelColumn, handles.map(cellsOf), makeSheet(style));
  return `${[...lines, "", countOf(handles.length, "fork")].join("\n")}\n`;
}

function cellsOf(handle: ShownHandle): readonly Cell[] {
  const { runId, label, source, status, turns, startedMs } = handle;
  const ratio = hitRatio(handle);
  const isBad = status === "error" || status === "lost_on_restart";
  return [
    plain(printable(runId)),
    plain(printable(label)),
    plain(printable(source)),
    { text: printable(status), brush: isBad ? "bad" : "good" },
    plain(turns === null ? "" : String(turns)),
    plain(ratio === null ? "" : ratio.toFixed(2)),
    plain(new Date(startedMs).toISOString().slice(0, 19).replace("T", " ")),
  ];
}
