import { describeKind } from "../wire/describe-value.ts";
import { isJsonObject } from "../wire/json-object.ts";
import { ForkPointError } from "./fork-point-error.ts";
import { unreadable } from "./unreadable.ts";

export type HeaderPair = readonly [name: string, value: string];

/**
 * Headers as pairs: of `Headers` or another iterable of pairs, of Node's flat `rawHeaders`, or of an object whose values are texts,
 * lists of texts or numbers. Throws ForkPointError for anything else, without quoting a value: it may be a key.
 */
export function readHeaders(headers: unknown): readonly HeaderPair[] {
  if (isFlat(headers))
    return headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? ""] as const] : []));
  if (isIterable(headers)) return [...headers].map(pairOf);
  if (!isJsonObject(headers)) throw unreadable("headers", headers, how);
  return Object.entries(headers).flatMap(([name, value]) => valuesOf(name, value).map((each) => [name, each] as const));
}

/** One line for each inherited name: a client sends one, and lines of one name mean what one line with commas means (RFC 9110, 5.3). */
export function joinByName(headers: readonly HeaderPair[], names: readonly string[]): readonly HeaderPair[] {
  const joined = new Map<string, string>();
  for (const [given, value] of headers) {
    const name = given.toLowerCase();
    if (!names.includes(name)) continue;
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return [...joined];
}

const how = "Pass the Headers, pairs of name and value, or an object of them; [] if no headers were sent.";

function isFlat(headers: unknown): headers is readonly string[] {
  if (!Array.isArray(headers) || headers.length === 0 || headers.length % 2 !== 0) return false;
  return headers.every((each) => typeof each === "string");
}

/** Also the `Headers` of another package, which are not instances of the global class. */
function isIterable(value: unknown): value is Iterable<unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    Symbol.iterator in value &&
    typeof value[Symbol.iterator] === "function"
  );
}

function pairOf(pair: unknown): HeaderPair {
  if (Array.isArray(pair) && pair.length === 2) {
    const [name, value]: readonly unknown[] = pair;
    if (typeof name === "string" && typeof value === "string") return [name, value];
  }
  throw unreadable("headers", [], how);
}

function valuesOf(name: string, value: unknown): readonly string[] {
  if (value === undefined) return [];
  if (typeof value === "number") return [String(value)];
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = values.filter((each) => typeof each === "string");
  if (texts.length === values.length) return texts;
  const what = `the parent's exchange cannot be read: the value of the header ${name} is ${describeKind(value)}`;
  throw new ForkPointError("unreadable", what, how);
}
