import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { FieldPath } from "../lines/fields.ts";
import { readOwnLines } from "../lines/read-own-lines.ts";
import { loadYaml } from "./load-yaml.ts";

/**
 * The value of a `cassette.yaml`, in any layout.
 *
 * @throws HarnessError HX221 if it is not YAML
 */
export function readCassetteYaml(text: string, path: string): unknown {
  return readOwnLines(text) ?? readYaml(text, path);
}

/** `path:line:column` of the value that a path of members leads to, or of the deepest one above it that is there. */
export function placeInYaml(text: string, path: string, members: FieldPath): string {
  const { LineCounter, parseDocument } = loadYaml();
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  for (let depth = members.length; depth >= 0; depth -= 1) {
    const node: unknown = document.getIn(members.slice(0, depth), true);
    const start = startOf(node);
    if (start === undefined) continue;
    const { line, col } = lines.linePos(start);
    return `${path}:${line}:${col}`;
  }
  return path;
}

/** Where the value of a member stands or would stand, with what has to go around it. */
export type MemberPlace = {
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
};

/**
 * Where to write a member's value in elements of a list of objects: over its present value, or else after the element's first
 * member. Undefined if the element is not an object that is written out there.
 */
export function memberPlaces(
  text: string,
  list: FieldPath,
  name: string,
  indexes: readonly number[],
): readonly (MemberPlace | undefined)[] {
  const { isMap, LineCounter, parseDocument } = loadYaml();
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  return indexes.map((index) => {
    const element: unknown = document.getIn([...list, index], true);
    if (!isMap(element)) return undefined;
    const present = element.items.find(({ key }) => textOf(key) === name);
    if (present !== undefined) return overValue(present.value);
    const start = startOf(element.items[1]?.key);
    if (start === undefined) return undefined;
    const { col } = lines.linePos(start);
    const gap = element.flow === true ? ", " : `${text.includes("\r\n") ? "\r\n" : "\n"}${" ".repeat(col - 1)}`;
    return { start, end: start, before: `${name}: `, after: gap };
  });
}

/** A member without a value has an empty one, right behind its colon. */
function overValue(value: unknown): MemberPlace | undefined {
  const range = rangeOf(value);
  if (range === undefined) return undefined;
  const [start, end] = range;
  return { start, end, before: start === end ? " " : "", after: "" };
}

function startOf(node: unknown): number | undefined {
  return rangeOf(node)?.[0];
}

function rangeOf(node: unknown): readonly [number, number] | undefined {
  const range = typeof node === "object" && node !== null && "range" in node ? node.range : null;
  return Array.isArray(range) ? [Number(range[0]), Number(range[1])] : undefined;
}

function textOf(key: unknown): string | null {
  return loadYaml().isScalar(key) ? String(key.value) : null;
}

function readYaml(text: string, path: string): unknown {
  const document = loadYaml().parseDocument(text, { prettyErrors: true });
  const [fault] = document.errors;
  if (fault !== undefined) {
    const { line = 1, col = 1 } = fault.linePos?.[0] ?? {};
    throw notYaml(`${path}:${line}:${col}`, fault.message.replace(/ at line \d+, column \d+:[^]*$/, ""));
  }
  try {
    return document.toJS();
  } catch (cause) {
    // An alias that grows beyond measure (yaml's maxAliasCount).
    throw notYaml(path, cause instanceof Error ? cause.message : String(cause));
  }
}

function notYaml(where: string, what: string): HarnessError {
  const fix = "fix the line, or record again: forkproof writes this file itself";
  return new HarnessError({ code: "HX221", what: `cassette.yaml is not YAML: ${what}`, where, fix, exit: 2 });
}
