const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const LETTER_U = 0x75;

/** The decoded bytes up to `end`, the offset of the quote or the one asked for. They hold until the next call. */
export type DecodedTail = {
  readonly bytes: Buffer;
  readonly end: number;
  /** Where a decoder can begin: pairs of an escaped and a decoded offset, from the start. */
  readonly places: readonly number[];
};

/** A place is noted after so many escaped bytes. */
const APART = 4_096;

/**
 * Decodes the rest of a JSON string, whose bytes are valid UTF-8, from `start` up to its quote. Null if its quote is missing, or it holds an invalid
 * escape or a control character, or half of a surrogate pair, for which no bytes exist. With `until` it decodes up to that offset, and returns
 * null also if the string ends before it or an escape reaches over it.
 */
export function decodeEscaped(raw: Buffer, start: number, until: number | null = null): DecodedTail | null {
  const length = until ?? raw.length;
  const out = memoryOf(length - start);
  const places: number[] = [];
  let at = start;
  let to = 0;
  let next = start + APART;
  while (at < length) {
    const byte = raw[at] ?? QUOTE;
    if (byte === QUOTE) return until === null ? { bytes: out.subarray(0, to), end: at, places } : null;
    if (byte < SPACE) return null;
    if (at >= next) {
      places.push(at - start, to);
      next = at + APART;
    }
    if (byte !== BACKSLASH) {
      out[to] = byte;
      to += 1;
      at += 1;
      continue;
    }
    const escaped = raw[at + 1] ?? 0;
    const plain = PLAIN[escaped] ?? 0;
    if (plain !== 0) {
      out[to] = plain;
      to += 1;
      at += 2;
      continue;
    }
    const code = escaped === LETTER_U ? codePointAt(raw, at) : -1;
    if (code === -1) return null;
    to += out.write(String.fromCodePoint(code), to);
    at += code > LAST_OF_ONE ? 12 : 6;
  }
  return at === until ? { bytes: out.subarray(0, to), end: at, places } : null;
}

/** By the letter of an escape, the byte that it stands for; 0 for any other. */
const PLAIN = new Uint8Array(256);
for (const [letter, byte] of Object.entries({
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
}))
  PLAIN[letter.charCodeAt(0)] = byte.charCodeAt(0);

/** Code points behind this one are written as two escapes. */
const LAST_OF_ONE = 0xffff;

/** The code point of the `\uXXXX` at an offset, or of two that are a surrogate pair; -1 if it is half of one or not such an escape. */
function codePointAt(raw: Buffer, at: number): number {
  const first = unitAt(raw, at);
  if (first < 0xd800 || first > 0xdfff) return first;
  const second = first <= 0xdbff && raw[at + 6] === BACKSLASH && raw[at + 7] === LETTER_U ? unitAt(raw, at + 6) : -1;
  if (second < 0xdc00 || second > 0xdfff) return -1;
  return 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
}

const HEX_UNIT = /^[\dA-Fa-f]{4}$/;

function unitAt(raw: Buffer, at: number): number {
  const digits = raw.toString("latin1", at + 2, at + 6);
  return HEX_UNIT.test(digits) ? Number.parseInt(digits, 16) : -1;
}

/** Memory for longer strings is not held. */
const MOST_HELD = 4 * 1024 * 1024;

let held = Buffer.alloc(0);

/** What a string decodes to is never longer than the string. */
function memoryOf(length: number): Buffer {
  if (length > MOST_HELD) return Buffer.allocUnsafe(length);
  if (held.length < length) held = Buffer.allocUnsafeSlow(Math.min(2 * length, MOST_HELD));
  return held;
}
