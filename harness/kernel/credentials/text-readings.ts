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

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))|%([0-9a-fA-F]{2})/g;

const meanings: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

function unescaped({ text, written }: TextReading): TextReading {
  const parts: string[] = [];
  /** Where each escape's sign stands, and how many characters of the written text were saved up to behind it. */
  const signs: number[] = [];
  const saved: number[] = [];
  let [at, total] = [0, 0];
  for (const { 0: escape, 1: hex, 2: sign = "", 3: byte, index } of text.matchAll(ESCAPE)) {
    const code = byte ?? hex;
    const meaning =
      code === undefined ? (meanings[sign] ?? sign) : byte === undefined ? latinSigns(code) : byteSign(byte);
    parts.push(text.slice(at, index), meaning);
    at = index + escape.length;
    signs.push(index - total);
    saved.push((total += escape.length - meaning.length));
  }
  parts.push(text.slice(at));
  return {
    text: parts.join(""),
    written: (place) => {
      const before = countBelow(signs, place);
      return written(place + (saved[before - 1] ?? 0));
    },
  };
}

/** The bytes of a sign read as Latin-1, as the texts are: it may be several. */
function latinSigns(hex: string): string {
  return Buffer.from(String.fromCharCode(Number.parseInt(hex, 16))).toString("latin1");
}

function byteSign(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}

/** How many of the ascending numbers are below `limit`. */
function countBelow(ascending: readonly number[], limit: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
