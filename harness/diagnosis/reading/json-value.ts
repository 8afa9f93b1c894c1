import { ExactNumber } from "./exact-number.ts";

export type JsonObject = { readonly [name: string]: unknown };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** Equal as JSON values: member order does not count, everything else does. */
export function sameValue(left: unknown, right: unknown): boolean {
  return differences(left, right).next().done === true;
}

/** Two values that stand at one place and are not of one shape, or not one scalar. */
export type Difference = readonly [left: unknown, right: unknown];

/** The deepest places at which two values differ, in no order. Depth costs no stack: clients send what they like. */
export function* differences(left: unknown, right: unknown): Generator<Difference, void> {
  const open: Difference[] = [[left, right]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const inner = innerPairs(pair);
    if (inner !== null) for (const each of inner) open.push(each);
    else if (!isSameScalar(pair)) yield pair;
  }
}

/** The contents of two containers of one shape, pair by pair; null for anything else. */
function innerPairs([left, right]: Difference): readonly Difference[] | null {
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length ? left.map((each: unknown, index) => [each, right[index]]) : null;
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return null;
  const names = Object.keys(left);
  const isOneShape = names.length === Object.keys(right).length && names.every((name) => Object.hasOwn(right, name));
  return isOneShape ? names.map((name) => [left[name], right[name]]) : null;
}

function isSameScalar([left, right]: Difference): boolean {
  if (left instanceof ExactNumber && right instanceof ExactNumber) return left.decimal === right.decimal;
  return left === right;
}

/** A value as JSON, to be read or measured: like JSON.stringify, at any depth. */
export function jsonText(value: unknown): string {
  const parts: string[] = [];
  const open: (() => void)[] = [];
  const write = (each: unknown): void => {
    if (Array.isArray(each))
      writeAll(
        "[",
        each.map((inner: unknown) => ["", inner]),
        "]",
      );
    else if (isJsonObject(each)) {
      writeAll(
        "{",
        Object.entries(each).map(([name, inner]) => [`${JSON.stringify(name)}:`, inner]),
        "}",
      );
    } else parts.push(each instanceof ExactNumber ? each.decimal : JSON.stringify(each));
  };
  const writeAll = (
    start: string,
    members: readonly (readonly [label: string, value: unknown])[],
    end: string,
  ): void => {
    parts.push(start);
    open.push(() => parts.push(end));
    for (const [index, [label, inner]] of [...members.entries()].reverse()) {
      open.push(() => {
        parts.push(index > 0 ? `,${label}` : label);
        write(inner);
      });
    }
  };
  write(value);
  for (let next = open.pop(); next !== undefined; next = open.pop()) next();
  return parts.join("");
}
