import { isJsonObject, parseJson } from "../../kernel/json.ts";
import { type PlacedRow, type ReadRows, repeatedIds, type RowFault, rowOf } from "./placed-row.ts";
import { readCsv } from "./read-csv.ts";

/** Reads the rows of a file: CSV if its name ends so, else JSON Lines. */
export function readRows(path: string, bytes: Uint8Array): ReadRows {
  const text = decode(bytes);
  if (text === null) return refused("these bytes are not UTF-8", "save the file as UTF-8");
  const read = path.toLowerCase().endsWith(".csv") ? readCsv(text) : readLines(text);
  if (read.kind === "refused") return read;
  if (read.rows.length === 0) return refused("the file has no row", "write one row a line");
  const faults = repeatedIds(read.rows);
  return faults.length > 0 ? { kind: "refused", faults } : read;
}

function refused(what: string, fix: string): ReadRows {
  return { kind: "refused", faults: [{ what, fix, place: { line: 1, column: 1 } }] };
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function readLines(text: string): ReadRows {
  const rows: PlacedRow[] = [];
  const faults: RowFault[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const place = { line: at + 1, column: line.length - line.trimStart().length + 1 };
    const value = parseJson(line);
    if (isJsonObject(value)) rows.push(rowOf(value, rows.length + 1, place));
    else {
      const what =
        value === undefined ? "this line is not JSON" : `a row is a map of columns, and this one is ${kindOf(value)}`;
      faults.push({ what, fix: 'write an object, such as {"id": "one", "question": "…"}', place });
    }
  }
  return faults.length > 0 ? { kind: "refused", faults } : { kind: "read", rows };
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
}
