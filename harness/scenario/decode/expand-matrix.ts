import { nearestWord } from "../../kernel/text/nearest-word.ts";
import type { Path, ValueFault } from "../shape/fault.ts";
import type { Variant } from "../scenario.ts";

/** A scenario's value with one choice of its matrix filled in. The tree keeps its form, so paths still match the file. */
export type ExpandedVariant = { readonly variant: Variant; readonly value: unknown };

export type Expansion =
  | { readonly kind: "expanded"; readonly variants: readonly ExpandedVariant[] }
  | { readonly kind: "refused"; readonly faults: readonly ValueFault[] };

const maxVariants = 1_000;

/**
 * Makes one value for each combination of the matrix, the first axis varying slowest. Without a matrix, or with one that
 * the schema is about to refuse, that is the value alone, unchanged.
 */
export function expandMatrix(value: unknown): Expansion {
  const axes = readAxes(value);
  if (axes === null) return { kind: "expanded", variants: [{ variant: {}, value }] };

  const count = axes.reduce((product, { values }) => product * values.length, 1);
  if (count > maxVariants) return refused([tooMany(count)]);
  const placeholders = [...placeholdersIn(value, [])];
  const faults = [
    ...axes.filter(({ values }) => new Set(values.map(String)).size < values.length).map(ambiguousAxis),
    ...placeholders.filter(({ name }) => !axes.some((axis) => axis.name === name)).map((it) => unknownAxis(it, axes)),
    ...axes.filter((axis) => !placeholders.some(({ name }) => axis.name === name)).map(unusedAxis),
  ];
  if (faults.length > 0) return refused(faults);
  const variants = combine(axes).map((variant) => ({ variant, value: writeIn(value, variant) }));
  return { kind: "expanded", variants };
}

type Axis = { readonly name: string; readonly values: readonly Scalar[] };
type Scalar = Variant[string];
type Placeholder = { readonly name: string; readonly path: Path };

const axisName = /^[A-Za-z][A-Za-z0-9_-]*$/;

/** `${axis}`, and `$${axis}` for the text itself. */
const placeholder = /(\$?)\$\{([A-Za-z][A-Za-z0-9_-]*)\}/g;

function readAxes(value: unknown): readonly Axis[] | null {
  if (!isMap(value) || !isMap(value["matrix"])) return null;
  const axes: Axis[] = [];
  for (const [name, values] of Object.entries(value["matrix"])) {
    if (!axisName.test(name)) return null;
    if (!Array.isArray(values) || values.length === 0 || !values.every(isScalar)) return null;
    axes.push({ name, values });
  }
  return axes.length === 0 ? null : axes;
}

function* placeholdersIn(value: unknown, path: Path): Generator<Placeholder> {
  if (typeof value === "string") {
    for (const [, escape, name = ""] of value.matchAll(placeholder)) if (escape === "") yield { name, path };
  } else if (isMap(value) || Array.isArray(value)) {
    for (const [key, member] of Object.entries(value)) {
      if (!isMatrix(key, path)) yield* placeholdersIn(member, [...path, key]);
    }
  }
}

function combine(axes: readonly Axis[]): readonly Variant[] {
  return axes.reduce<readonly Variant[]>(
    (variants, { name, values }) =>
      variants.flatMap((variant) => values.map((value) => ({ ...variant, [name]: value }))),
    [{}],
  );
}

function writeIn(value: unknown, variant: Variant, path: Path = []): unknown {
  if (typeof value === "string") return writeInText(value, variant);
  if (Array.isArray(value)) return value.map((member, index) => writeIn(member, variant, [...path, String(index)]));
  if (!isMap(value)) return value;
  // Not spread or assigned: a key may be `__proto__`.
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      isMatrix(key, path) ? member : writeIn(member, variant, [...path, key]),
    ]),
  );
}

function writeInText(text: string, variant: Variant): Scalar {
  const [match] = text.matchAll(placeholder);
  // Text that is a placeholder and nothing else becomes the value itself: `maxTurns: ${turns}` is a number.
  if (match?.[0] === text && match[1] === "") return variant[match[2] ?? ""] ?? text;
  return text.replaceAll(placeholder, (whole, escape: string, name: string) => {
    return escape === "" ? String(variant[name]) : whole.slice(1);
  });
}

function isMatrix(key: string, path: Path): boolean {
  return key === "matrix" && path.length === 0;
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function refused(faults: readonly ValueFault[]): Expansion {
  return { kind: "refused", faults };
}

function tooMany(count: number): ValueFault {
  const what = `the matrix makes ${count} variants; ${maxVariants} are the most`;
  return { code: "HX120", what, fix: "drop values or split the scenario", path: ["matrix"], part: "key" };
}

function unknownAxis({ name, path }: Placeholder, axes: readonly Axis[]): ValueFault {
  const known = axes.map((axis) => axis.name);
  const nearest = nearestWord(name, known);
  const hint = nearest === null ? `the axes are ${known.join(", ")}.` : `did you mean \`\${${nearest}}\`?`;
  const fix = `${hint} For the text itself write \`$\${${name}}\``;
  return { code: "HX121", what: `\`\${${name}}\` names no axis of the matrix`, fix, path, part: "value" };
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
