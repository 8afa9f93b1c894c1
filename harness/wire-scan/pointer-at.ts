import { decodeString } from "./decode-string.ts";
import { skipString } from "./skip-string.ts";
import { skipValue } from "./skip-value.ts";
import { skipWhiteSpace } from "./skip-white-space.ts";
import { contentStart } from "./validate-json.ts";

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/**
 * The JSON pointer (RFC 6901) of the deepest value whose bytes hold `offset`. A key, a comma and white space belong to the
 * container around them. The bytes must be valid JSON.
 */
export function pointerAt(bytes: Buffer, offset: number): string {
  return pointerWithin(bytes, skipWhiteSpace(bytes, contentStart(bytes)), offset);
}

/** The same, relative to the value that starts at `valueStart`. */
export function pointerWithin(bytes: Buffer, valueStart: number, offset: number): string {
  return nodeWithin(bytes, valueStart, offset).pointer;
}

/** Where the string value that holds `offset` starts, its quote included; null if no string value holds it. The bytes must be valid JSON. */
export function stringAround(bytes: Buffer, offset: number): number | null {
  const { start } = nodeWithin(bytes, skipWhiteSpace(bytes, contentStart(bytes)), offset);
  return start !== null && bytes[start] === QUOTE ? start : null;
}

/** `start` is that of a value which is not a container with members; null in such a container. */
type Node = { readonly pointer: string; readonly start: number | null };

/** One walk up to the offset, whatever the depth. */
function nodeWithin(bytes: Buffer, valueStart: number, offset: number): Node {
  const path: (string | number)[] = [];
  /** The element that each open array is at; null for an object. */
  const open: (number | null)[] = [];
  let at = valueStart;
  for (;;) {
    // `at` is the start of a value.
    const isObject = bytes[at] === OPEN_BRACE;
    let inside: number | null = null;
    if (isObject || bytes[at] === OPEN_BRACKET) {
      inside = skipWhiteSpace(bytes, at + 1);
      if (bytes[inside] === (isObject ? CLOSE_BRACE : CLOSE_BRACKET)) inside = null;
    }
    if (inside === null) {
      const end = skipValue(bytes, at);
      if (offset < end) return { pointer: spell(path), start: at };
      const next = closeContainers(bytes, end, offset, path, open);
      if (next === null) return { pointer: spell(path), start: null };
      at = next;
    } else {
      if (offset < inside) return { pointer: spell(path), start: null };
      open.push(isObject ? null : -1);
      at = inside;
    }
    const start = enterMember(bytes, at, offset, path, open);
    if (start === null) return { pointer: spell(path), start: null };
    at = start;
  }
}

/** One token of a JSON pointer, `~` and `/` escaped. */
export function escapeToken(token: string): string {
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}

function spell(path: readonly (string | number)[]): string {
  return path.map((token) => `/${escapeToken(String(token))}`).join("");
}

/** Steps to the value of the next member or element, which starts at `at`; null where the offset lies before it. */
function enterMember(
  bytes: Buffer,
  at: number,
  offset: number,
  path: (string | number)[],
  open: (number | null)[],
): number | null {
  const element = open.at(-1) ?? null;
  if (element !== null) {
    open[open.length - 1] = element + 1;
    path.push(element + 1);
    return at;
  }
  const keyEnd = skipString(bytes, at);
  const start = skipWhiteSpace(bytes, skipWhiteSpace(bytes, keyEnd) + 1);
  if (offset < start) return null;
  path.push(decodeString(bytes, at, keyEnd));
  return start;
}

/** Leaves the value that ends at `end` and all containers that end behind it; the next member, or null. */
function closeContainers(
  bytes: Buffer,
  end: number,
  offset: number,
  path: (string | number)[],
  open: (number | null)[],
): number | null {
  let at = end;
  while (open.length > 0) {
    path.pop();
    at = skipWhiteSpace(bytes, at);
    if (bytes[at] === COMMA) {
      const next = skipWhiteSpace(bytes, at + 1);
      return offset < next ? null : next;
    }
    if (offset <= at) return null;
    open.pop();
    at += 1;
  }
  return null;
}
