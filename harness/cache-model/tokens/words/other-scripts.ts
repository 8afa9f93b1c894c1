import type { PieceClass, Tally } from "./piece-classes.ts";

/** Classes of characters that are not ASCII, by the first code that is of another class. */
const RANGES: readonly (readonly [until: number, letters: PieceClass, words?: PieceClass])[] = [
  [0xc0, "symbols"],
  [0xd7, "accentedLetters"],
  [0xd8, "symbols"],
  [0xf7, "accentedLetters"],
  [0xf8, "symbols"],
  [0x370, "accentedLetters"],
  [0x400, "greekLetters"],
  [0x401, "otherCyrillicLetters", "cyrillicWords"],
  [0x402, "cyrillicLetters", "cyrillicWords"],
  [0x410, "otherCyrillicLetters", "cyrillicWords"],
  [0x450, "cyrillicLetters", "cyrillicWords"],
  [0x451, "otherCyrillicLetters", "cyrillicWords"],
  [0x452, "cyrillicLetters", "cyrillicWords"],
  [0x530, "otherCyrillicLetters", "cyrillicWords"],
  [0x590, "otherLetters"],
  [0x600, "hebrewLetters"],
  [0x780, "arabicLetters", "arabicWords"],
  [0x900, "otherLetters"],
  [0xe00, "indicLetters"],
  [0xe80, "thaiLetters"],
  [0x1100, "otherLetters"],
  [0x1200, "hangulLetters", "hangulWords"],
  [0x1e00, "otherLetters"],
  [0x1f00, "accentedLetters"],
  [0x2000, "greekLetters"],
  [0x2070, "typographicMarks"],
  [0x2e80, "symbols"],
  [0x3040, "wideMarks"],
  [0x3100, "kanaLetters"],
  [0xa000, "hanLetters"],
  [0xac00, "otherLetters"],
  [0xd7b0, "hangulLetters", "hangulWords"],
  [0xe000, "surrogates"],
  [0xf900, "symbols"],
  [0xfb00, "hanLetters"],
  [0xfe00, "arabicLetters", "arabicWords"],
  [0xfe70, "symbols"],
  [0xff00, "arabicLetters", "arabicWords"],
  [0x10000, "wideMarks"],
];

/** The row of `RANGES` for each code. */
const ROWS = new Uint8Array(0x10000);
for (const [row, [until]] of RANGES.entries()) ROWS.fill(row, RANGES[row - 1]?.[0] ?? 0, until);

/** Whether the characters of a row make words. */
const MAKES_WORDS = Uint8Array.from(RANGES, ([, , words]) => (words === undefined ? 0 : 1));

/** Characters by the row of their class, words that begin with them, and those that repeat the one before. */
export type OtherCounts = { readonly [part in "letters" | "words" | "repeated"]: number[] };

export function noOthers(): OtherCounts {
  const zeros = (): number[] => RANGES.map(() => 0);
  return { letters: zeros(), words: zeros(), repeated: zeros() };
}

/** Counts a run of characters of one class outside ASCII. Returns its end. */
export function addOther(text: string, from: number, { letters, words, repeated }: OtherCounts): number {
  let last = text.charCodeAt(from);
  const row = ROWS[last] ?? 0;
  let at = from + 1;
  let same = 0;
  for (let code = text.charCodeAt(at); code >= 0x80 && ROWS[code] === row; code = text.charCodeAt(at)) {
    if (code === last) same += 1;
    last = code;
    at += 1;
  }
  letters[row] = (letters[row] ?? 0) + at - from;
  const before = from > 0 ? text.charCodeAt(from - 1) : 0;
  if (before < 0x80 || MAKES_WORDS[ROWS[before] ?? 0] === 0) words[row] = (words[row] ?? 0) + 1;
  repeated[row] = (repeated[row] ?? 0) + same;
  return at;
}

export function addOthers({ letters, words, repeated }: OtherCounts, tally: Tally): void {
  for (let row = 0; row < RANGES.length; row += 1) {
    const range = RANGES[row];
    if (range === undefined || letters[row] === 0) continue;
    const [, ofLetters, ofWords] = range;
    const again = ofLetters === "symbols" ? (repeated[row] ?? 0) : 0;
    tally[ofLetters] += (letters[row] ?? 0) - again;
    tally.repeatedSymbols += again;
    if (ofWords !== undefined) tally[ofWords] += words[row] ?? 0;
  }
}
