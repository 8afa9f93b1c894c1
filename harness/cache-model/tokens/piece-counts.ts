import { isCommonWord, nextHash, START_OF_WORD } from "./common-words.ts";

/**
 * How many pieces of each class a text holds. Byte-pair tokenizers split a text in about these pieces before they look
 * anything up: a word with the space before it, digits, punctuation, line ends with their indentation, other scripts.
 */
type Tally = Record<PieceClass, number>;

export type PieceClass = (typeof pieceClasses)[number];

/** The order of numbers in a table of rates. */
export const pieceClasses = [
  /** Words among the commonest, in small letters or with a capital first one. */
  "commonWords",
  "rareWords",
  /** Letters of rare words. */
  "rareLetters",
  /** Words of two capitals and more. */
  "capitalWords",
  "capitalLetters",
  "digits",
  "digitRuns",
  /** Numbers behind a space, which belongs to no number. */
  "spacedDigits",
  "marks",
  "markRuns",
  "lineEnds",
  /** Runs of two spaces and more. */
  "indents",
  /** Characters of scripts without spaces: Han, Kana, Hangul. */
  "wideLetters",
  /** Latin ones. */
  "accentedLetters",
  /** Greek, Cyrillic, Armenian. */
  "alphabetLetters",
  /** Of the other scripts: Hebrew, Arabic, those of India, Thai. */
  "otherLetters",
  /** Emoji, box drawing, arrows, typographic marks. */
  "symbols",
] as const;

/** Adds the pieces of a text to a tally; reads every character once. */
export function addPieces(text: string, tally: Tally): void {
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (isSmall(code) || isCapital(code)) at = addWord(text, at, tally);
    else if (isDigit(code)) at = addDigits(text, at, tally);
    else if (code <= SPACE) at = addSpace(text, at, tally);
    else if (code < 0x80) at = addMarks(text, at, tally);
    else at = addOther(code, at, tally);
  }
}

export function noPieces(): Tally {
  return {
    commonWords: 0,
    rareWords: 0,
    rareLetters: 0,
    capitalWords: 0,
    capitalLetters: 0,
    digits: 0,
    digitRuns: 0,
    spacedDigits: 0,
    marks: 0,
    markRuns: 0,
    lineEnds: 0,
    indents: 0,
    wideLetters: 0,
    accentedLetters: 0,
    alphabetLetters: 0,
    otherLetters: 0,
    symbols: 0,
  };
}

const SPACE = 0x20;
const LINE_FEED = 0x0a;
const TO_SMALL = 0x20;
/** How many equal marks a vocabulary holds whole, at least. */
const RULE = 8;
const SMALL_A = 0x61;
const SMALL_Z = 0x7a;

/** A word ends before a capital that follows a small letter, as tokenizers split `camelCase`. */
function addWord(text: string, from: number, tally: Tally): number {
  let at = from;
  let hash = START_OF_WORD;
  while (at < text.length && isCapital(text.charCodeAt(at))) {
    hash = nextHash(hash, text.charCodeAt(at) + TO_SMALL);
    at += 1;
  }
  let capitals = at - from;
  if (capitals > 1) {
    // Of `HTTPServer` the last capital begins the next word.
    if (isSmall(text.charCodeAt(at))) {
      at -= 1;
      capitals -= 1;
    }
    if (capitals > 1) {
      tally.capitalWords += 1;
      tally.capitalLetters += capitals;
      return at;
    }
  }
  for (let code = text.charCodeAt(at); code >= SMALL_A && code <= SMALL_Z; code = text.charCodeAt(at)) {
    hash = nextHash(hash, code);
    at += 1;
  }
  if (at - from === 1 || isCommonWord(hash)) tally.commonWords += 1;
  else {
    tally.rareWords += 1;
    tally.rareLetters += at - from;
  }
  return at;
}

function addDigits(text: string, from: number, tally: Tally): number {
  let at = from;
  while (at < text.length && isDigit(text.charCodeAt(at))) at += 1;
  tally.digits += at - from;
  tally.digitRuns += Math.ceil((at - from) / 3);
  if (from > 0 && text.charCodeAt(from - 1) === SPACE) tally.spacedDigits += 1;
  return at;
}

/** One space belongs to the word behind it. */
function addSpace(text: string, from: number, tally: Tally): number {
  let at = from;
  let lines = 0;
  let lineStart = from;
  for (let code = text.charCodeAt(at); code <= SPACE; code = text.charCodeAt(at)) {
    at += 1;
    if (code !== LINE_FEED) continue;
    lines += 1;
    lineStart = at;
  }
  if (lines > 0) tally.lineEnds += 1;
  if (at - lineStart > 1) tally.indents += 1;
  return at;
}

/** A line of one mark is few pieces, however long. */
function addMarks(text: string, from: number, tally: Tally): number {
  let at = from;
  let same = 0;
  for (let code = text.charCodeAt(at); isMark(code); code = text.charCodeAt(at)) {
    same = at > from && code === text.charCodeAt(at - 1) ? same + 1 : 0;
    if (same < RULE || same % RULE === 0) tally.marks += 1;
    at += 1;
  }
  tally.markRuns += 1;
  return at;
}

function addOther(code: number, at: number, tally: Tally): number {
  if (isWide(code)) tally.wideLetters += 1;
  else if (isAccented(code)) tally.accentedLetters += 1;
  else if (code >= 0x370 && code < 0x590) tally.alphabetLetters += 1;
  else if ((code >= 0x590 && code < 0x2000) || (code >= 0xa000 && !isSurrogate(code))) tally.otherLetters += 1;
  else tally.symbols += 1;
  return at + 1;
}

function isSmall(code: number): boolean {
  return code >= SMALL_A && code <= SMALL_Z;
}

function isCapital(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isMark(code: number): boolean {
  return code > SPACE && code < 0x80 && !isSmall(code) && !isCapital(code) && !isDigit(code);
}

function isAccented(code: number): boolean {
  return (code >= 0xc0 && code < 0x370) || (code >= 0x1e00 && code < 0x1f00);
}

/** Half of a character beyond the first 65,536: mostly an emoji. */
function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xe000;
}

function isWide(code: number): boolean {
  return (code >= 0x2e80 && code < 0xa000) || (code >= 0xac00 && code < 0xd7b0);
}
