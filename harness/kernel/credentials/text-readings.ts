import { once } from "../memo/once.ts";

/** A text as a reader of JSON sees it, and where in the written text a place of it lies. */
export type TextReading = { readonly text: string; readonly written: (at: number) => number };

/** JSON in JSON in JSON in JSON. */
const DEEPEST = 4;

/**
 * The text as written, and then with one level of escapes after another taken away, as long as there are any: JSON's `\/` and `\u0073`,
 * an escape before a word, and the `%73` of an address hide a credential from a search, and it appears again once the text is parsed.
 */
export function* textReadings(text: string): Generator<TextReading> {
  let reading: TextReading = { text, written: (at) => at };
  yield reading;
  for (let level = 0; level < DEEPEST && /[\\%]/.test(reading.text); level += 1) {
    const inner = unescaped(reading);
    if (inner.text.length === reading.text.length) return;
    yield inner;
    reading = inner;
  }
}

type Units = Uint8Array | Uint16Array;

const [BACKSLASH, PERCENT, LETTER_U] = [0x5c, 0x25, 0x75];

/** What a sign behind a backslash means, by both of their codes; 0 where it means nothing. */
const meanings = new Uint8Array(0x80);
for (const [sign, meaning] of ['""', "\\\\", "//", "b\b", "f\f", "n\n", "r\r", "t\t"])
  meanings[sign?.charCodeAt(0) ?? 0] = meaning?.charCodeAt(0) ?? 0;

/**
 * A body may hold millions of escapes, and a match of a regular expression costs a hundred times as much as a step here. No meaning is
 * longer than its escape, so the text is shortened in place.
 */
function unescaped({ text, written }: TextReading): TextReading {
  let count = 0;
  const read = unescapedText(text, () => (count += 1));
  // Places are asked for where something was found, which is rare.
  const index = once(() => {
    const [signs, saved] = [new Uint32Array(count), new Uint32Array(count)];
    let at = 0;
    unescapedText(text, (sign, total) => {
      signs[at] = sign;
      saved[at] = total;
      at += 1;
    });
    return { signs, saved };
  });
  return {
    text: read,
    written: (place) => {
      const { signs, saved } = index();
      return written(place + (saved[countBelow(signs, place) - 1] ?? 0));
    },
  };
}

/** Reports where the sign of each escape stands, and how many characters were saved up to behind it. */
function unescapedText(text: string, onEscape: (sign: number, saved: number) => void): string {
  const units = unitsOf(text);
  let [at, end] = [0, 0];
  while (at < units.length) {
    const unit = units[at] ?? 0;
    const length = unit === BACKSLASH || unit === PERCENT ? escapeLength(units, at) : 0;
    if (length === 0) {
      units[end] = unit;
      end += 1;
      at += 1;
    } else {
      const sign = end;
      end = putMeaning(units, { at, length, to: end });
      at += length;
      onEscape(sign, at - end);
    }
  }
  return textOf(units, end);
}

/** Bodies are read as Latin-1, and other texts hold larger units. */
function unitsOf(text: string): Units {
  if (!/[^\0-\u{ff}]/u.test(text)) return Buffer.from(text, "latin1");
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at += 1) units[at] = text.charCodeAt(at);
  return units;
}

function textOf(units: Units, end: number): string {
  const bytes = Buffer.from(units.buffer, units.byteOffset, end * units.BYTES_PER_ELEMENT);
  return bytes.toString(units.BYTES_PER_ELEMENT === 1 ? "latin1" : "utf16le");
}

/** How many units the escape takes that begins here; 0 where none does. */
function escapeLength(units: Units, at: number): number {
  if (units[at] === PERCENT) return hexAt(units, at + 1, 2) < 0 ? 0 : 3;
  const sign = units[at + 1] ?? 0;
  if (sign === LETTER_U) return hexAt(units, at + 2, 4) < 0 ? 0 : 6;
  return (meanings[sign] ?? 0) === 0 ? 0 : 2;
}

/** Writes what an escape means, and returns the place behind it. */
function putMeaning(units: Units, { at, length, to }: { at: number; length: number; to: number }): number {
  if (length === 6) return putBytes(units, to, hexAt(units, at + 2, 4));
  units[to] = length === 3 ? hexAt(units, at + 1, 2) : (meanings[units[at + 1] ?? 0] ?? 0);
  return to + 1;
}

/** The bytes of a sign read as Latin-1, as the texts are: it may be several. */
function putBytes(units: Units, to: number, code: number): number {
  if (code < 0x80) {
    units[to] = code;
    return to + 1;
  }
  const bytes = Buffer.from(String.fromCharCode(code));
  units.set(bytes, to);
  return to + bytes.length;
}

/** The number that these hexadecimal digits make; negative where one of them is another sign. */
function hexAt(units: Units, at: number, count: number): number {
  let value = 0;
  for (let place = at; place < at + count; place += 1) {
    const digit = hexDigit(units[place] ?? 0);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

function hexDigit(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  // The bit in which small letters differ from capital ones.
  const letter = unit | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** How many of the ascending numbers are below `limit`. */
function countBelow(ascending: Uint32Array, limit: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
