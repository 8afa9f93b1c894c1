import { isJsonObject, parseJson } from "../../kernel/json.ts";
import { idFaults, type PlacedRow, type ReadRows, type RowFault, rowOf } from "./placed-row.ts";
import { readCsv } from "./read-csv.ts";

/** Reads the rows of a file, in the format that the end of its name says. */
export function readRows(path: string, bytes: Uint8Array): ReadRows {
  const ending = /\.[^./\\]*$/.exec(path.toLowerCase())?.[0] ?? "";
  const read = READERS.get(ending);
  if (read === undefined) {
    const said = ending === "" ? "has no ending" : `ends with \`${ending}\``;
    return refused(`the file of rows ${said}, which names no known format`, `rename it: ${known}`);
  }
  const text = decode(bytes);
  if (text === null) return refused("these bytes are not UTF-8", "save the file as UTF-8");
  const table = read(text);
  if (table.kind === "refused") return table;
  if (table.rows.length === 0) return refused("the file has no row", "write one row a line");
  const faults = idFaults(table.rows);
  return faults.length > 0 ? { kind: "refused", faults } : table;
}

const READERS: ReadonlyMap<string, (text: string) => ReadRows> = new Map([
  [".jsonl", readLines],
  [".ndjson", readLines],
  [".csv", readCsv],
]);

const known = "`.jsonl` or `.ndjson` for JSON Lines, `.csv` for a table with a line of column names";

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
