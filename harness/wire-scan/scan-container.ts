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
  let offset = skipWhiteSpace(bytes, objectStart + 1);
  if (bytes[offset] === CLOSE_BRACE) return offset + 1;
  for (;;) {
    const keyEnd = skipString(bytes, offset);
    const valueStart = skipWhiteSpace(bytes, skipWhiteSpace(bytes, keyEnd) + 1);
    const after = skipWhiteSpace(bytes, take(offset, keyEnd, valueStart));
    if (bytes[after] !== COMMA) return after + 1;
    offset = skipWhiteSpace(bytes, after + 1);
  }
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
