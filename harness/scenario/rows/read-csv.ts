import { createRequire } from "node:module";
import type * as Csv from "csv-parse/sync";
import type { FilePosition } from "../../kernel/run-result.ts";
import { type PlacedRow, type ReadRows, type RowFault, rowOf } from "./placed-row.ts";

/** Reads RFC 4180: the first line names the columns, and every value is text. */
export function readCsv(text: string): ReadRows {
  const read = readRecords(text);
  if (read.kind === "refused") return read;
  const [header, ...others] = read.records;
  if (header === undefined) return { kind: "read", rows: [] };
  const names = header.record;
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) {
    const what = `two columns are named \`${twice}\``;
    return { kind: "refused", faults: [{ what, fix: "rename one of them", place: header.place }] };
  }
  const faults = others.flatMap(({ record, place }) =>
    record.length === names.length ? [] : [ragged(names, record, place)],
  );
  if (faults.length > 0) return { kind: "refused", faults };
  const rows = others.map(({ record, place }, at): PlacedRow => {
    const columns = Object.fromEntries(names.map((name, index) => [name, record[index] ?? ""]));
    return rowOf(columns, at + 1, place);
  });
  return { kind: "read", rows };
}

type PlacedRecord = { readonly record: readonly string[]; readonly place: FilePosition };

type Records = { readonly kind: "records"; readonly records: readonly PlacedRecord[] };

function readRecords(text: string): Records | Extract<ReadRows, { readonly kind: "refused" }> {
  const { CsvError, parse } = loadCsv();
  try {
    const ends: number[] = [];
    const parsed = parse(text, {
      bom: true,
      skip_empty_lines: true,
      relax_column_count: true,
      on_record: (record: string[], { lines }) => {
        ends.push(lines);
        return record;
      },
    });
    const records = parsed.map((record, at) => {
      // The package counts lines to the record's end.
      const inside = record.reduce((sum, value) => sum + value.split("\n").length - 1, 0);
      return { record, place: { line: (ends[at] ?? 1) - inside, column: 1 } };
    });
    return { kind: "records", records };
  } catch (fault) {
    if (!(fault instanceof CsvError)) throw fault;
    const { lines } = fault;
    const place = { line: typeof lines === "number" ? lines : 1, column: 1 };
    const what = `this is not CSV: ${fault.message}`;
    return { kind: "refused", faults: [{ what, fix: "close the quotes, and double a quote inside them", place }] };
  }
}

/** Loaded on first use, since few scenarios have rows in CSV. By `require`, because scenarios are read in one go. */
function loadCsv(): typeof Csv {
  const loaded: typeof Csv = createRequire(import.meta.url)("csv-parse/sync");
  return loaded;
}

function ragged(names: readonly string[], record: readonly string[], place: FilePosition): RowFault {
  const what = `this row has ${record.length} values, and the first line names ${names.length} columns`;
  return { what, fix: "write one value for each column, in quotes where it holds a comma", place };
}
