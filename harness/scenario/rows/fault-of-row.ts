import type { Path, ValueFault } from "../shape/fault.ts";
import { columnsIn } from "../decode/expand-matrix.ts";
import type { PlacedRow, RowFault } from "./placed-row.ts";

/**
 * A mistake in the value that a row wrote into a scenario: its author has to change the row, whose line this names. Null where the
 * scenario's own text is at fault. `written` is the scenario with its placeholders.
 */
export function faultOfRow(fault: ValueFault, written: unknown, row: PlacedRow, file: string): RowFault | null {
  const names = columnsIn(textAt(written, fault.path)).filter((name) => Object.hasOwn(row.columns, name));
  const [name] = names;
  if (name === undefined) return null;
  const columns = names.map((each) => `\`${each}\``).join(" and ");
  const what = `${fault.what}, from the ${names.length === 1 ? "column" : "columns"} ${columns} of row \`${row.id}\``;
  return { what, fix: fixOf(fault, name, row, file), place: row.place };
}

/** The text at a path, or the one above it whose place a list or map of the row has taken. */
function textAt(written: unknown, path: Path): string {
  let value: unknown = written;
  for (const key of path) {
    if (typeof value !== "object" || value === null) break;
    value = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
  }
  return typeof value === "string" ? value : "";
}

function fixOf({ code, fix }: ValueFault, name: string, { columns }: PlacedRow, file: string): string {
  // YAML's words for this are for the scenario, where the value does not stand.
  if (fix === "put it in quotes") return `write "${name}": ${JSON.stringify(String(columns[name]))} in that row`;
  if (columns[name] === "") return `fill in \`${name}\` in that row`;
  if (code === "HX112" && file.endsWith(".csv"))
    return `keep these rows as JSON Lines: every value of CSV is text (${fix})`;
  return `change \`${name}\` in that row: ${fix}`;
}
