import Table from "cli-table3";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import { displayWidth } from "./display-width.ts";
import type { Paint } from "./paint.ts";
import type { TextLayout } from "./text-layout.ts";
import { wrapText } from "./wrap-text.ts";

export type Cell = { readonly text: string; readonly brush: keyof Paint | null };

export type Column = { readonly head: string; readonly align: "left" | "right" };

const gap = 2;
const narrowestName = 16;

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

/** A table without rules. The column `names` takes the rest of the width, and its text wraps if that is too little. */
export function columnTable(
  columns: readonly Column[],
  names: number,
  rows: readonly (readonly Cell[])[],
  sheet: TextLayout,
): readonly string[] {
  const all = [columns.map(({ head }): Cell => ({ text: head, brush: "faint" })), ...rows];
  const widths = columnWidths(all, names, sheet.columns);
  const table = new Table({
    colWidths: [...widths],
    colAligns: columns.map(({ align }) => align),
    chars: withoutLines,
    style: { head: [], border: [], "padding-left": 0, "padding-right": gap },
  });
  for (const row of all) table.push(row.map((cell, column) => painted(cell, (widths[column] ?? gap) - gap, sheet)));
  return table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd());
}

export function plain(text: string): Cell {
  return { text, brush: null };
}

function columnWidths(rows: readonly (readonly Cell[])[], names: number, columns: number): readonly number[] {
  const [heads = []] = rows;
  const widest = heads.map((_, column) => Math.max(...rows.map((row) => displayWidth(row[column]?.text ?? ""))) + gap);
  const others = widest.reduce((sum, width, column) => (column === names ? sum : sum + width), 0);
  // The last column's gap may hang over the edge: it is cut off again.
  const left = Math.max(columns + gap - others, narrowestName);
  return widest.map((width, column) => (column === names ? Math.min(width, left) : width));
}

function painted({ text, brush }: Cell, columns: number, { paint }: TextLayout): string {
  const lines = wrapText(escapeControlChars(text), columns);
  return lines.map((line) => (brush === null ? line : paint[brush](line))).join("\n");
}
