import { pointerAt, stringAround } from "./pointer-at.ts";

/** A character of a text in a JSON document. */
export type CharacterPlace = {
  /** JSON pointer of the string. */
  readonly pointer: string;
  /** From 1. A character is one code point of the decoded text, however it is spelled; the closing quote is one past the last. */
  readonly character: number;
};

/** The character that the byte at `offset` belongs to; null outside of string values. The bytes must be valid JSON. */
export function characterAt(bytes: Buffer, offset: number): CharacterPlace | null {
  const start = stringAround(bytes, offset);
  if (start === null || start === offset) return null;
  let [character, at, isHalf] = [0, start + 1, false];
  while (at <= offset) {
    const length = lengthAt(bytes, at);
    const escape = length === ESCAPED ? bytes.toString("latin1", at + 2, at + ESCAPED) : "";
    const isSecondHalf = isHalf && /^d[c-f]/i.test(escape);
    if (!isSecondHalf && !isContinuation(bytes[at] ?? 0)) character += 1;
    isHalf = /^d[89ab]/i.test(escape);
    at += length;
  }
  return { pointer: pointerAt(bytes, offset), character };
}

const BACKSLASH = 0x5c;
const LOWER_U = 0x75;
/** The length of an escaped code unit. */
const ESCAPED = 6;

/** Of an escape sequence, else of one byte. */
function lengthAt(bytes: Buffer, at: number): number {
  if (bytes[at] !== BACKSLASH) return 1;
  return bytes[at + 1] === LOWER_U ? ESCAPED : 2;
}

/** A byte of UTF-8 behind the first one of its character. */
function isContinuation(byte: number): boolean {
  return (byte & 0b1100_0000) === 0b1000_0000;
}
