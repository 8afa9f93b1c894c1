import { isCommonWord, isJoinedWord, isKnownWord, nextHash, START_OF_WORD } from "./common-words.ts";
import { oddPairs } from "./odd-pairs.ts";
import { addOther, addOthers, noOthers, type OtherCounts } from "./other-scripts.ts";
import type { Tally } from "./piece-classes.ts";

/** Adds the pieces of a text to a tally; reads every character once, and the letters of rare words twice. */
export function addPieces(text: string, tally: Tally): void {
  let others: OtherCounts | null = null;
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (isSmall(code) || isCapital(code)) at = addWord(text, at, tally);
    else if (isDigit(code)) at = addDigits(text, at, tally);
    else if (code === SPACE && text.charCodeAt(at + 1) > SPACE) at += 1;
    else if (code <= SPACE) at = addSpace(text, at, tally);
    else if (code < 0x80) at = addMarks(text, at, tally);
    else if (isAccented(code)) at = addAccented(text, at, at, tally);
    else at = addOther(text, at, (others ??= noOthers()));
  }
  if (others !== null) addOthers(others, tally);
}

const SPACE = 0x20;
const TAB = 0x09;
const LINE_FEED = 0x0a;
const TO_SMALL = 0x20;
/** How many equal marks a vocabulary holds whole, at least. */
const RULE = 8;
/** Letters of a word that is seldom one piece with the mark before it. */
const LONG = 6;
const SMALL_A = 0x61;
const SMALL_Z = 0x7a;
const CAPITAL_A = 0x41;
const CAPITAL_Z = 0x5a;

/** A word ends before a capital that follows a small letter, as tokenizers split `camelCase`. */
function addWord(text: string, from: number, tally: Tally): number {
  let at = from;
  let hash = START_OF_WORD;
  let code = text.charCodeAt(at);
  for (; code >= CAPITAL_A && code <= CAPITAL_Z; code = text.charCodeAt(at)) {
    hash = nextHash(hash, code + TO_SMALL);
    at += 1;
  }
  // Of `HTTPServer` the last capital begins the next word.
  const capitals = at - from - (code >= SMALL_A && code <= SMALL_Z ? 1 : 0);
  if (capitals > 1) {
    const isCommon = at === from + capitals && isCommonWord(hash);
    return addCapitals(text, from, from + capitals, isCommon, tally);
  }
  for (; code >= SMALL_A && code <= SMALL_Z; code = text.charCodeAt(at)) {
    hash = nextHash(hash, code);
    at += 1;
  }
  if (code >= 0x80 && isAccented(code)) return addAccented(text, from, at, tally);
  if (at - from === 1) tally.shortWords += 1;
  else if (isCommonWord(hash)) addCommon(text, from, at, hash, tally);
  else if (at - from === 2) tally.shortWords += 1;
  else if (isKnownWord(hash)) tally.knownWords += 1;
  else {
    tally.rareWords += 1;
    tally.rareLetters += at - from;
    tally.oddPairs += oddPairs(text, from, at);
  }
  return at;
}

/** A mark joins the word behind it where it stands alone: of `("a` and of ` "a` it belongs to what is before. */
function addCommon(text: string, from: number, to: number, hash: number, tally: Tally): void {
  const before = from > 0 ? text.charCodeAt(from - 1) : LINE_FEED;
  if (before === SPACE) {
    tally.spacedWords += 1;
    return;
  }
  const last = from > 1 ? text.charCodeAt(from - 2) : LINE_FEED;
  if (!isMark(before) || last === SPACE || isMark(last)) tally.bareWords += 1;
  else if (isJoinedWord(nextHash(hash, before))) tally.joinedWords += 1;
  else if (to - from < LONG) tally.markedWords += 1;
  else tally.longMarkedWords += 1;
}

function addCapitals(text: string, from: number, to: number, isCommon: boolean, tally: Tally): number {
  if (isCommon) {
    tally.commonCapitals += 1;
    return to;
  }
  tally.capitalWords += 1;
  tally.capitalLetters += to - from;
  tally.capitalOddPairs += oddPairs(text, from, to);
  return to;
}

/** A word with an accent at `at`, which is most often of another language than English. */
function addAccented(text: string, from: number, at: number, tally: Tally): number {
  let to = at;
  for (let code = text.charCodeAt(to); isSmall(code) || isAccented(code); code = text.charCodeAt(to)) {
    if (code >= 0x80) tally.accentedLetters += 1;
    to += 1;
  }
  tally.accentedWords += 1;
  tally.rareLetters += to - from;
  return to;
}

function addDigits(text: string, from: number, tally: Tally): number {
  let at = from;
  while (isDigit(text.charCodeAt(at))) at += 1;
  tally.digits += at - from;
  tally.digitGroups += Math.ceil((at - from) / 3);
  if (from > 0 && text.charCodeAt(from - 1) === SPACE) tally.spacedDigits += 1;
  return at;
}

/** One space belongs to the word behind it. */
function addSpace(text: string, from: number, tally: Tally): number {
  let at = from;
  let lineStart = from;
  for (let code = text.charCodeAt(at); code <= SPACE; code = text.charCodeAt(at)) {
    at += 1;
    if (code === LINE_FEED) lineStart = at;
  }
  if (lineStart > from) {
    if (from > 0 && isMark(text.charCodeAt(from - 1))) tally.markLineEnds += 1;
    else tally.lineEnds += 1;
  }
  if (at - lineStart > 1) tally.indents += 1;
  if (text.charCodeAt(at - 1) === TAB) tally.tabs += 1;
  return at;
}

/** A line of one mark is few pieces, however long. */
function addMarks(text: string, from: number, tally: Tally): number {
  let last = text.charCodeAt(from);
  let at = from + 1;
  let code = text.charCodeAt(at);
  let marks = 1;
  for (let same = 0; isMark(code); code = text.charCodeAt(at)) {
    same = code === last ? same + 1 : 0;
    if (same < RULE || same % RULE === 0) marks += 1;
    last = code;
    at += 1;
  }
  if (at === from + 1 && (isSmall(code) || isCapital(code)) && !(from > 0 && text.charCodeAt(from - 1) === SPACE)) {
    tally.joinedMarks += 1;
    return at;
  }
  tally.marks += marks;
  tally.markRuns += 1;
  return at;
}

function isSmall(code: number): boolean {
  return code >= SMALL_A && code <= SMALL_Z;
}

function isCapital(code: number): boolean {
  return code >= CAPITAL_A && code <= CAPITAL_Z;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** The commonest first. */
function isMark(code: number): boolean {
  if (code < 0x30) return code > SPACE;
  if (code < 0x61) return (code > 0x39 && code < CAPITAL_A) || code > CAPITAL_Z;
  return code > SMALL_Z && code < 0x80;
}

/** Latin letters beyond ASCII, and what combines with them. The signs of multiplication and division lie among them. */
function isAccented(code: number): boolean {
  if (code < 0xc0 || code === 0xd7 || code === 0xf7) return false;
  return code < 0x370 || (code >= 0x1e00 && code < 0x1f00);
}
