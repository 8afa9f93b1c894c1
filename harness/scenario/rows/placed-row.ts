import type { JsonObject } from "../../kernel/json.ts";
import type { FilePosition } from "../../kernel/run-result.ts";
import type { Row } from "./row.ts";

/** A row, and where it begins. */
export type PlacedRow = Row & { readonly place: FilePosition };

/** A mistake in a file of rows. */
export type RowFault = { readonly what: string; readonly fix: string; readonly place: FilePosition };

export type ReadRows =
  | { readonly kind: "read"; readonly rows: readonly PlacedRow[] }
  | { readonly kind: "refused"; readonly faults: readonly RowFault[] };

/** A row is known by its column `id`, and without one by its number. */
export function rowOf(columns: JsonObject, number: number, place: FilePosition): PlacedRow {
  const { id } = columns;
  return { id: typeof id === "string" || typeof id === "number" ? String(id) : String(number), number, columns, place };
}

/** Reports and baselines know a job by the id of its row. */
export function idFaults(rows: readonly PlacedRow[]): readonly RowFault[] {
  const first = new Map<string, PlacedRow>();
  return rows.flatMap((row) => {
    const unfit = unfitId(row);
    if (unfit !== null) return [unfit];
    const owner = first.get(row.id);
    if (owner === undefined) {
      first.set(row.id, row);
      return [];
    }
    const what = `the row id \`${row.id}\` is also that of the row at line ${owner.place.line}`;
    return [{ what, fix: "give each row an id of its own", place: row.place }];
  });
}

/** Null for a usable id, and for a row without one. */
function unfitId({ columns: { id }, place }: PlacedRow): RowFault | null {
  if (id === undefined || typeof id === "number" || (typeof id === "string" && id.trim() !== "")) return null;
  const what =
    typeof id === "string" ? "the row id is empty" : `the row id is ${JSON.stringify(id)}, not a text or a number`;
  return { what, fix: "write a text or a number that names the row, or leave the column `id` out of every row", place };
}
