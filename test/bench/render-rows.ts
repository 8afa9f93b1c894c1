import Table from "cli-table3";
import type { BenchRow } from "./bench-case.ts";

/** The rows as a table: time, the other side's time, their difference and ratio, rate, goal. */
export function renderRows(rows: readonly BenchRow[]): string {
  const table = new Table({
    head: ["", "median", "against", "above it", "ratio", "rate", "goal"],
    colAligns: ["left", "right", "right", "right", "right", "right", "left"],
    style: { head: [], border: [], compact: true },
  });
  for (const row of rows) {
    const { what, median, against, difference, ratio, rate, goal } = rowCells(row);
    table.push([what, median, against, difference, ratio, rate, goal]);
  }
  return table.toString();
}

type Column = "what" | "median" | "against" | "difference" | "ratio" | "rate" | "goal";

/** The cells of a row as text; empty where a row has nothing to say. */
export function rowCells(row: BenchRow): Readonly<Record<Column, string>> {
  const [against, difference, ratio] = versus(row);
  const { what, medianMs } = row;
  return {
    what,
    median: medianMs === null ? "" : milliseconds(medianMs),
    against,
    difference,
    ratio,
    rate: rate(row),
    goal: goal(row),
  };
}

function versus({ medianMs, against }: BenchRow): readonly [string, string, string] {
  if (against === null || medianMs === null) return ["", "", ""];
  return [
    `${against.what} ${milliseconds(against.medianMs)}`,
    milliseconds(medianMs - against.medianMs),
    // The quotient above 1, so that a reader need not turn it round: "20.0× faster".
    medianMs <= against.medianMs
      ? `${(against.medianMs / medianMs).toFixed(1)}× faster`
      : `${(medianMs / against.medianMs).toFixed(1)}× slower`,
  ];
}

function rate({ bytes, medianMs }: BenchRow): string {
  return bytes === null || medianMs === null ? "" : `${(bytes / 1e6 / medianMs).toFixed(2)} GB/s`;
}

function goal({ goal }: BenchRow): string {
  return goal === null ? "" : `${goal.met ? "kept" : "MISSED"}: ${goal.says}`;
}

function milliseconds(ms: number): string {
  return `${ms.toFixed(ms < 10 ? 3 : 0)} ms`;
}
