import { isJsonObject } from "../../kernel/json.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { Scenario } from "../scenario.ts";
import { formatPlace } from "../shape/fault.ts";
import type { YamlDocument } from "../shape/read-yaml.ts";
import { idFaults, type PlacedRow, type RowFault, rowOf } from "./placed-row.ts";
import { readRows } from "./read-rows.ts";

/** Finds and reads the file of `cases`. @throws HarnessError if it cannot be read */
export type OpenRows = (
  path: string,
  scenario: Pick<Scenario, "file" | "place">,
) => { readonly path: string; readonly bytes: Uint8Array };

/** The rows of a scenario file, and the file that holds them. Null rows: it has none, or the schema is about to refuse them. */
type Cases =
  | { readonly kind: "read"; readonly rows: readonly PlacedRow[] | null; readonly file: string }
  | { readonly kind: "refused"; readonly errors: readonly HarnessError[] };

/** Reads `cases`: a path, or a list of maps. */
export function readCases(
  { value, locate }: YamlDocument,
  scenario: Pick<Scenario, "file" | "place">,
  openRows: OpenRows,
): Cases {
  const { file } = scenario;
  const written = isJsonObject(value) ? value["cases"] : undefined;
  if (typeof written === "string" && written !== "") {
    const place = formatPlace(file, locate(["cases"], "value"));
    return readFile(written, { file, place }, openRows);
  }
  if (!Array.isArray(written) || written.length === 0 || !written.every(isJsonObject))
    return { kind: "read", rows: null, file };
  const rows = written.map((columns, at) => rowOf(columns, at + 1, locate(["cases", String(at)], "value")));
  const faults = idFaults(rows);
  return faults.length > 0 ? refusedRows(file, faults) : { kind: "read", rows, file };
}

function readFile(written: string, scenario: Pick<Scenario, "file" | "place">, openRows: OpenRows): Cases {
  try {
    const { path, bytes } = openRows(written, scenario);
    const read = readRows(path, bytes);
    return read.kind === "read" ? { ...read, file: path } : refusedRows(path, read.faults);
  } catch (fault) {
    if (fault instanceof HarnessError) return { kind: "refused", errors: [fault] };
    throw fault;
  }
}

export function refusedRows(
  file: string,
  faults: readonly RowFault[],
): { readonly kind: "refused"; readonly errors: readonly HarnessError[] } {
  const errors = faults.map(({ what, fix, place }) => {
    return new HarnessError({ code: "HX124", what, fix, where: formatPlace(file, place), exit: 2 });
  });
  return { kind: "refused", errors };
}

/** For scenarios that come without files. */
export const noRows: OpenRows = (path, { place }) => {
  const fix = "write the rows into the scenario";
  throw new HarnessError({ code: "HX140", what: `no rows at \`${path}\``, where: place, fix, exit: 2 });
};
