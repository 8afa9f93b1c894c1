import { isJsonObject } from "../kernel/json.ts";
import type { FilePosition } from "../kernel/run-result.ts";
import type { HarnessError } from "../kernel/faults/harness-error.ts";
import { compileShapeCheck, type ShapeCheck } from "./shape/check-shape.ts";
import { decodeScenario } from "./decode/decode-scenario.ts";
import { describeShapeErrors } from "./shape/describe-shape-errors.ts";
import { expandMatrix } from "./decode/expand-matrix.ts";
import { type Fault, formatPlace, type Path, toHarnessError, type ValueFault } from "./shape/fault.ts";
import { findContradictions } from "./contradictions/find-contradictions.ts";
import type { Expectation } from "./expectations/expectation.ts";
import { expectations } from "./expectations/expectations.ts";
import { faultOfRow } from "./rows/fault-of-row.ts";
import type { PlacedRow, RowFault } from "./rows/placed-row.ts";
import { noRows, type OpenRows, readCases, refusedRows } from "./rows/read-cases.ts";
import { makeScenarioValidator } from "./shape/scenario-validator.ts";
import { readYaml, type YamlDocument } from "./shape/read-yaml.ts";
import type { Scenario } from "./scenario.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** A scenario file: its variants, or all its faults in the order of the file (HX1, exit 2). */
export type LoadedScenario =
  | {
      readonly kind: "loaded";
      readonly variants: readonly Scenario[];
      /** A line for each key that has a new name. */
      readonly deprecations: readonly string[];
    }
  | { readonly kind: "refused"; readonly errors: readonly HarnessError[] };

/** Reads one scenario file from its bytes; `file` is its path as messages and reports show it. */
export type LoadScenario = (file: string, bytes: Uint8Array) => LoadedScenario;

/** Larger files are not scenarios. */
export const maxScenarioBytes: number = 1024 ** 2;

/** The expectations that files may write, and the validator of their schema. */
export type ScenarioLanguage = {
  readonly expectations: readonly Expectation[];
  readonly makeValidator: typeof makeScenarioValidator;
};

const ours: ScenarioLanguage = { expectations, makeValidator: makeScenarioValidator };

/** Makes the reader of scenario files. It compiles the schema, so call it once per run, and only if there are scenarios. */
export function makeScenarioLoader(
  vocabulary: Vocabulary,
  { expectations, makeValidator }: ScenarioLanguage = ours,
  openRows: OpenRows = noRows,
): LoadScenario {
  const reader = { checkShape: compileShapeCheck(vocabulary, makeValidator), vocabulary, expectations, openRows };
  return (file, bytes) => {
    const reading = readYaml(bytes);
    if (reading.kind === "refused") return refused(file, reading.faults);
    return loadDocument(reading.document, file, reader);
  };
}

type Reader = Pick<ScenarioLanguage, "expectations"> & {
  readonly checkShape: ShapeCheck;
  readonly vocabulary: Vocabulary;
  readonly openRows: OpenRows;
};

function loadDocument(document: YamlDocument, file: string, reader: Reader): LoadedScenario {
  const located = (fault: ValueFault): Fault => ({ ...fault, place: document.locate(fault.path, fault.part) });
  const place = formatPlace(file, document.locate(["name"], "value"));
  const cases = readCases(document, { file, place }, reader.openRows);
  if (cases.kind === "refused") return cases;
  const expansion = expandMatrix(document.value, cases.rows);
  if (expansion.kind === "refused")
    return join(refused(file, expansion.faults.map(located)), refusedRows(cases.file, expansion.rowFaults));

  const locate = (path: Path): FilePosition => document.locate(path, "key");
  const variants: Scenario[] = [];
  const faults: ValueFault[] = [];
  const rowFaults: RowFault[] = [];
  const add = (found: readonly ValueFault[], row: PlacedRow | null): void => {
    for (const fault of found) {
      const ofRow = row && faultOfRow(fault, document.value, row, cases.file);
      if (ofRow) rowFaults.push(ofRow);
      else faults.push(fault);
    }
  };
  for (const { variant, row, value } of expansion.variants) {
    const shape = reader.checkShape(value);
    if (shape.kind === "misshapen") {
      add(describeShapeErrors(shape.errors, reader.vocabulary), row);
      continue;
    }
    const scenario = decodeScenario(shape.scenario, { file, place, variant, row, locate }, reader);
    add(findContradictions(scenario, reader.expectations), row);
    variants.push(scenario);
  }
  if (faults.length === 0 && rowFaults.length > 0) return refusedRows(cases.file, rowFaults);
  if (faults.length === 0)
    return {
      kind: "loaded",
      variants,
      deprecations: findDeprecations(document.value, (path) => formatPlace(file, locate(path))),
    };

  // With a broken matrix no placeholder was replaced, and each would be reported as a fault.
  const inMatrix = faults.filter(({ path }) => path[0] === "matrix" || path[0] === "cases");
  return join(
    refused(file, (inMatrix.length > 0 ? inMatrix : faults).map(located)),
    refusedRows(cases.file, rowFaults),
  );
}

function join(...all: readonly Refused[]): Refused {
  return { kind: "refused", errors: all.flatMap(({ errors }) => errors) };
}

type Refused = Extract<LoadedScenario, { readonly kind: "refused" }>;

function findDeprecations(value: unknown, placeOf: (path: Path) => string): readonly string[] {
  return Object.entries(FORMER_KEYS).flatMap(([former, name]) =>
    isJsonObject(value) && Object.hasOwn(value, former)
      ? [`${placeOf([former])}: \`${former}\` is deprecated: write \`${name}\``]
      : [],
  );
}

/** Keys of a scenario that had another name; the schema accepts both until 1.0. */
const FORMER_KEYS = { movesPrefix: "expectBreak" } as const;

function refused(file: string, faults: readonly Fault[]): Refused {
  const inOrder = faults.toSorted((a, b) => a.place.line - b.place.line || a.place.column - b.place.column);
  const errors = inOrder.map((fault) => toHarnessError(fault, file));
  // Variants share their mistakes.
  const once = new Map(errors.map((error) => [`${error.where} ${error.message}`, error]));
  return { kind: "refused", errors: [...once.values()] };
}
