import { nearestWord } from "../../kernel/text/nearest-word.ts";
import type { PlacedRow, RowFault } from "../rows/placed-row.ts";
import { nameOf, type Path, type ValueFault } from "../shape/fault.ts";
import type { Variant } from "../scenario.ts";

/** A scenario's value with one row and one choice of its matrix filled in. The tree keeps its form, so paths still match the file. */
export type ExpandedVariant = { readonly variant: Variant; readonly row: PlacedRow | null; readonly value: unknown };

export type Expansion =
  | { readonly kind: "expanded"; readonly variants: readonly ExpandedVariant[] }
  /** Faults of the scenario file, and of its rows. */
  | { readonly kind: "refused"; readonly faults: readonly ValueFault[]; readonly rowFaults: readonly RowFault[] };

const maxVariants = 1_000;
const maxJobs = 100_000;

/**
 * Makes one value for each row and each combination of the matrix: rows vary slowest, then the first axis. Without rows and a
 * matrix, or with a matrix that the schema is about to refuse, that is the value alone, unchanged.
 */
export function expandMatrix(value: unknown, rows: readonly PlacedRow[] | null = null): Expansion {
  const axes = readAxes(value);
  if (axes === "misshapen" || (axes.length === 0 && rows === null))
    return { kind: "expanded", variants: [{ variant: {}, row: null, value }] };

  const count = axes.reduce((product, { values }) => product * values.length, 1);
  const jobs = count * (rows?.length ?? 1);
  if (count > maxVariants) return refused([tooMany(`the matrix makes ${count} variants`, maxVariants, "matrix")]);
  if (jobs > maxJobs) return refused([tooMany(`the rows and the matrix make ${jobs} jobs`, maxJobs, "cases")]);
  const placeholders = [...placeholdersIn(value, [])];
  const columns = new Set((rows ?? []).flatMap((row) => Object.keys(row.columns)));
  const others = placeholders.filter(({ name }) => !axes.some((axis) => axis.name === name));
  const faults = [
    ...unclosedIn(value, []),
    ...axes.filter(({ values }) => new Set(values.map(String)).size < values.length).map(ambiguousAxis),
    ...axes.filter(({ name }) => rows !== null && (name === "row" || columns.has(name))).map(sharedName),
    ...others
      .filter(({ name }) => !columns.has(name))
      .map((it) => unknownName(it, axes, rows === null ? null : [...columns])),
    ...axes.filter((axis) => !placeholders.some(({ name }) => axis.name === name)).map(unusedAxis),
  ];
  const rowFaults = (rows ?? []).flatMap((row) => missingColumns(row, others, columns));
  if (faults.length > 0 || rowFaults.length > 0) return { kind: "refused", faults, rowFaults };
  const variants = (rows ?? [null]).flatMap((row) =>
    combine(axes).map((variant) => ({ variant, row, value: writeIn(value, { ...row?.columns, ...variant }) })),
  );
  return { kind: "expanded", variants };
}

type Axis = { readonly name: string; readonly values: readonly Scalar[] };
type Scalar = Variant[string];
type Values = Readonly<Record<string, unknown>>;
type Placeholder = { readonly name: string; readonly path: Path };

const axisName = /^[A-Za-z][A-Za-z0-9_-]*$/;

/** `${axis}`, and `$${axis}` for the text itself. */
const placeholder = /(\$?)\$\{([A-Za-z][A-Za-z0-9_-]*)\}/g;

/** Behind the name stands no brace that closes it, up to the end of the text. */
const unclosed = /(\$?)(\$\{[A-Za-z][A-Za-z0-9_-]*)(?![A-Za-z0-9_-])[^}]*$/;

function readAxes(value: unknown): readonly Axis[] | "misshapen" {
  if (!isMap(value) || value["matrix"] === undefined) return [];
  if (!isMap(value["matrix"])) return "misshapen";
  const axes: Axis[] = [];
  for (const [name, values] of Object.entries(value["matrix"])) {
    if (!axisName.test(name)) return "misshapen";
    if (!Array.isArray(values) || values.length === 0 || !values.every(isScalar)) return "misshapen";
    axes.push({ name, values });
  }
  return axes.length === 0 ? "misshapen" : axes;
}

function* placeholdersIn(value: unknown, path: Path): Generator<Placeholder> {
  if (typeof value === "string") {
    for (const [, escape, name = ""] of value.matchAll(placeholder)) if (escape === "") yield { name, path };
  } else if (isMap(value) || Array.isArray(value)) {
    for (const [key, member] of Object.entries(value)) {
      if (!isSource(key, path)) yield* placeholdersIn(member, [...path, key]);
    }
  }
}

/** Such a text would reach the model as it stands. */
function unclosedIn(value: unknown, path: Path): readonly ValueFault[] {
  if (typeof value === "string") {
    const [, escape, text = ""] = unclosed.exec(value) ?? [];
    if (escape !== "") return [];
    const fix = `write \`${text}}\` for the value, or \`$${text}\` for the text itself`;
    return [{ code: "HX121", what: `\`${text}\` has no closing brace`, fix, path, part: "value" }];
  }
  if (!isMap(value) && !Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    isSource(key, path) ? [] : unclosedIn(member, [...path, key]),
  );
}

/** The names of axes and columns in a text, in order. */
export function columnsIn(text: string): readonly string[] {
  return [...new Set([...placeholdersIn(text, [])].map(({ name }) => name))];
}

function combine(axes: readonly Axis[]): readonly Variant[] {
  return axes.reduce<readonly Variant[]>(
    (variants, { name, values }) =>
      variants.flatMap((variant) => values.map((value) => ({ ...variant, [name]: value }))),
    [{}],
  );
}

function writeIn(value: unknown, variant: Values, path: Path = []): unknown {
  if (typeof value === "string") return writeInText(value, variant);
  if (Array.isArray(value)) return value.map((member, index) => writeIn(member, variant, [...path, String(index)]));
  if (!isMap(value)) return value;
  // Not spread or assigned: a key may be `__proto__`.
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      isSource(key, path) ? member : writeIn(member, variant, [...path, key]),
    ]),
  );
}

function writeInText(text: string, variant: Values): unknown {
  const [match] = text.matchAll(placeholder);
  // Text that is a placeholder and nothing else becomes the value itself: `maxTurns: ${turns}` is a number.
  if (match?.[0] === text && match[1] === "") return variant[match[2] ?? ""];
  return text.replaceAll(placeholder, (whole, escape: string, name: string) => {
    return escape === "" ? textOf(variant[name]) : whole.slice(1);
  });
}

/** A value of a row may be a list or a map; inside a text it is spelled as JSON. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The keys that hold the values themselves. */
function isSource(key: string, path: Path): boolean {
  return (key === "matrix" || key === "cases") && path.length === 0;
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function refused(faults: readonly ValueFault[]): Expansion {
  return { kind: "refused", faults, rowFaults: [] };
}

function tooMany(what: string, most: number, key: "matrix" | "cases"): ValueFault {
  const fix = "drop values or split the scenario";
  return { code: "HX120", what: `${what}; ${most} are the most`, fix, path: [key], part: "key" };
}

function unknownName(
  { name, path }: Placeholder,
  axes: readonly Axis[],
  columns: readonly string[] | null,
): ValueFault {
  const known = [...axes.map((axis) => axis.name), ...(columns ?? [])];
  const nearest = nearestWord(name, known);
  const noun = columns === null ? "axes" : axes.length === 0 ? "columns" : "axes and columns";
  const hint = nearest === null ? `the ${noun} are ${known.join(", ")}.` : `did you mean \`\${${nearest}}\`?`;
  const fix = `${hint} For the text itself write \`$\${${name}}\``;
  const what = columns === null ? "names no axis of the matrix" : "names no column of the rows";
  return { code: "HX121", what: `\`\${${name}}\` ${what}`, fix, path, part: "value" };
}

function missingColumns(
  row: PlacedRow,
  placeholders: readonly Placeholder[],
  columns: ReadonlySet<string>,
): readonly RowFault[] {
  return placeholders
    .filter(({ name }) => columns.has(name) && !Object.hasOwn(row.columns, name))
    .map(({ name, path }) => ({
      what: `this row has no column \`${name}\`, which \`${nameOf(path)}\` names`,
      fix: "write the column into every row",
      place: row.place,
    }));
}

function sharedName({ name }: Axis): ValueFault {
  const what =
    name === "row" ? "the axis `row` has the name of the rows" : `the axis \`${name}\` has the name of a column`;
  return { code: "HX125", what, fix: "rename one of them", path: ["matrix", name], part: "key" };
}

function unusedAxis({ name }: Axis): ValueFault {
  const fix = `write \`\${${name}}\` where its values belong, or remove it`;
  return { code: "HX122", what: `the axis \`${name}\` is used nowhere`, fix, path: ["matrix", name], part: "key" };
}

/** A variant's id holds its values as text, so `1` and `"1"` would share an id. */
function ambiguousAxis({ name }: Axis): ValueFault {
  const what = `two values of the axis \`${name}\` read alike`;
  return { code: "HX123", what, fix: "keep one of the two", path: ["matrix", name], part: "value" };
}
