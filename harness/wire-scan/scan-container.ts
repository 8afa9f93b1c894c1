import { skipString } from "./skip-string.ts";
import { skipWhiteSpace } from "./skip-white-space.ts";

const COMMA = 0x2c;
const CLOSE_BRACE = 0x7d;
const CLOSE_BRACKET = 0x5d;

/**
 * Walks the members of the object that starts at `objectStart`. `take` receives the start of the key (with its quotes) and of the
 * value, and returns the end of the value: it may descend, so that every byte is looked at once. Returns the offset just behind
 * the object. The bytes must be valid JSON.
 */
export function scanMembers(
  bytes: Buffer,
  objectStart: number,
  take: (keyStart: number, keyEnd: number, valueStart: number) => number,
): number {
  let keyStart = firstKey(bytes, objectStart);
  while (keyStart >= 0) {
    const keyEnd = skipString(bytes, keyStart);
    keyStart = nextKey(bytes, take(keyStart, keyEnd, valueBehind(bytes, keyEnd)));
  }
  return ~keyStart;
}

/**
 * For a walk in a loop of its own, which a function called for each member would slow down: the first key of the object that starts
 * at `objectStart`; of one without members, the offset behind it, complemented (`~`).
 */
export function firstKey(bytes: Buffer, objectStart: number): number {
  const offset = skipWhiteSpace(bytes, objectStart + 1);
  return bytes[offset] === CLOSE_BRACE ? ~(offset + 1) : offset;
}

/** The value of the member whose key ends at `keyEnd`. */
export function valueBehind(bytes: Buffer, keyEnd: number): number {
  return skipWhiteSpace(bytes, skipWhiteSpace(bytes, keyEnd) + 1);
}

/** The key behind the member whose value ends at `valueEnd`; behind the last one, the offset behind the object, complemented (`~`). */
export function nextKey(bytes: Buffer, valueEnd: number): number {
  const after = skipWhiteSpace(bytes, valueEnd);
  return bytes[after] === COMMA ? skipWhiteSpace(bytes, after + 1) : ~(after + 1);
}

/**
 * Walks the elements of the array that starts at `arrayStart`. `take` receives the start of an element and returns its end.
 * Returns the offset just behind the array. The bytes must be valid JSON.
 */
export function scanElements(
  bytes: Buffer,
  arrayStart: number,
  take: (index: number, valueStart: number) => number,
): number {
  let offset = skipWhiteSpace(bytes, arrayStart + 1);
  if (bytes[offset] === CLOSE_BRACKET) return offset + 1;
  for (let index = 0; ; index += 1) {
    const after = skipWhiteSpace(bytes, take(index, offset));
    if (bytes[after] !== COMMA) return after + 1;
    offset = skipWhiteSpace(bytes, after + 1);
  }
}
