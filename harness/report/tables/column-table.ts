import Table from "cli-table3";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import { cutInMiddle, displayWidth } from "./display-width.ts";
import type { Paint } from "./paint.ts";
import type { TextLayout } from "./text-layout.ts";

export type Cell = { readonly text: string; readonly brush: keyof Paint | null };

export type Column = {
  readonly head: string;
  readonly align: "left" | "right";
  /** Columns that it takes at most, and fewer where the names need them: the two share what the others leave. */
  readonly most?: number;
};

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

/** A table without rules. The column `names` takes the rest of the width. Text that is too long is cut in the middle. */
export function columnTable(
  columns: readonly Column[],
  names: number,
  rows: readonly (readonly Cell[])[],
  sheet: TextLayout,
): readonly string[] {
  const all = [columns.map(({ head }): Cell => ({ text: head, brush: "faint" })), ...rows];
  const widths = columnWidths(all, columns, names, sheet.columns);
  const lines = all.map((row) => row.map((cell, column) => painted(cell, (widths[column] ?? gap) - gap, sheet)));
  return chunks(lines).flatMap((some) => laidOut(some, columns, widths));
}

/** The library compares each row with all before it. The widths are fixed, so that rows stand alike in a table of their own. */
const ROWS_AT_ONCE = 20;

function chunks<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / ROWS_AT_ONCE);
  return Array.from({ length: count }, (_, at) => items.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE));
}

function laidOut(
  rows: readonly (readonly string[])[],
  columns: readonly Column[],
  widths: readonly number[],
): readonly string[] {
  const table = new Table({
    colWidths: [...widths],
    colAligns: columns.map(({ align }) => align),
    chars: withoutLines,
    style: { head: [], border: [], "padding-left": 0, "padding-right": gap },
  });
  for (const row of rows) table.push([...row]);
  return table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd());
}

export function plain(text: string): Cell {
  return { text, brush: null };
}

function columnWidths(
  rows: readonly (readonly Cell[])[],
  columns: readonly Column[],
  names: number,
  available: number,
): readonly number[] {
  const widest = columns.map(({ most = Infinity }, column) => {
    const width = rows.reduce((most, row) => Math.max(most, displayWidth(row[column]?.text ?? "")), 0);
    return Math.min(width, most) + gap;
  });
  const shrinking = columns.findIndex(({ most }) => most !== undefined);
  const fixed = widest.reduce((sum, width, at) => (at === names || at === shrinking ? sum : sum + width), 0);
  // The last column's gap may hang over the edge: it is cut off again.
  const [name, other] = shared(available + gap - fixed, widest[names] ?? 0, widest[shrinking] ?? 0);
  const widths = widest.map((width, at) =>
    at === names ? Math.max(name, Math.min(width, narrowestName)) : at === shrinking ? other : width,
  );
  return narrowed(
    widths,
    columns.map(({ most }, at) => most !== undefined || at === names),
    available + gap,
  );
}

/** Of a column of names so much is left when many share a narrow terminal. */
const LEAST = 8 + gap;

/** Takes from the widest column that may be cut, until the table fits or all of these are as narrow as can be. */
function narrowed(widths: readonly number[], mayBeCut: readonly boolean[], available: number): readonly number[] {
  const left = [...widths];
  for (let over = left.reduce((sum, width) => sum + width, 0) - available; over > 0; over -= 1) {
    const widest = left.reduce(
      (best, width, at) => (mayBeCut[at] === true && width > (left[best] ?? 0) ? at : best),
      -1,
    );
    const width = left[widest];
    if (width === undefined || width <= LEAST) break;
    left[widest] = width - 1;
  }
  return left;
}

/** Both as wide as they want to be where they fit, else neither wider than half because of the other. */
function shared(room: number, one: number, other: number): readonly [number, number] {
  const half = Math.max(narrowestName, Math.floor(room / 2));
  if (one + other <= room) return [one, other];
  if (other <= half) return [room - other, other];
  return one <= half ? [one, Math.max(half, room - one)] : [half, half];
}

function painted({ text, brush }: Cell, columns: number, { paint }: TextLayout): string {
  const shown = cutInMiddle(escapeControlChars(text), columns);
  return brush === null ? shown : paint[brush](shown);
}
