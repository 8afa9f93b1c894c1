import { longValueEnd } from "./simd/long-values.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Strings shorter than this are cheaper to walk than to hand to the native search (measured, see test/bench). */
const SHORT = 16;

/**
 * The offset just behind the string whose opening quote is at `at`. Long strings are skipped with the native byte search: it
 * looks for quotes only, and the run of backslashes before a quote shows if it is escaped.
 */
export function skipString(bytes: Buffer, at: number): number {
  let offset = at + 1;
  for (;;) {
    const limit = offset + SHORT;
    while (offset < limit && bytes[offset] !== QUOTE) offset += 1;
    if (offset === limit) {
      const end = longValueEnd(bytes, at);
      if (end !== -1) return end;
      offset = bytes.indexOf(QUOTE, offset);
    }
    if (!isEscaped(bytes, offset)) return offset + 1;
    offset += 1;
  }
}

function isEscaped(bytes: Buffer, quote: number): boolean {
  let before = quote - 1;
  while (bytes[before] === BACKSLASH) before -= 1;
  return ((quote - 1 - before) & 1) === 1;
}
