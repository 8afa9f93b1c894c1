/** The units that a text is counted in: roughly the pieces into which byte-pair tokenizers split it before any lookup. */
export type PieceClass = (typeof pieceClasses)[number];

/** The order of numbers in a table of rates. */
export const pieceClasses = [
  /** Common words behind a space, which vocabularies hold together with it. */
  "spacedWords",
  /** Common words that large vocabularies hold together with the mark before them, as in `.length` or `/src`. */
  "joinedWords",
  /** Common words behind a mark that are not. */
  "markedWords",
  /** Those of six letters and more. */
  "longMarkedWords",
  /** Common words at the start of a line, behind a digit or several marks, or inside `camelCase`. */
  "bareWords",
  /** One letter, or two that are not a common word. */
  "shortWords",
  /** Words that a large vocabulary holds whole and a small one does not. */
  "knownWords",
  "rareWords",
  /** Letters of rare words and of words with accents. */
  "rareLetters",
  /** Neighbouring letters of rare words that few words have: many in hexadecimal, base64 and ids. */
  "oddPairs",
  /** Words of two capitals and more that are common in small letters. */
  "commonCapitals",
  "capitalWords",
  "capitalLetters",
  "capitalOddPairs",
  "digits",
  /** Groups of up to three digits. */
  "digitGroups",
  /** Numbers behind a space, which belongs to no number. */
  "spacedDigits",
  /** Marks that stand alone before a letter. */
  "joinedMarks",
  "marks",
  "markRuns",
  "lineEnds",
  /** Line ends behind a mark, mostly one piece with it. */
  "markLineEnds",
  /** Runs of two spaces and more. */
  "indents",
  /** White space that ends with a tab, which no word takes along. */
  "tabs",
  "accentedWords",
  "accentedLetters",
  "cyrillicWords",
  "cyrillicLetters",
  /** Cyrillic letters that Russian lacks. */
  "otherCyrillicLetters",
  "greekLetters",
  "hebrewLetters",
  "arabicWords",
  "arabicLetters",
  /** Devanagari, Bengali, Tamil and the other scripts of India. */
  "indicLetters",
  "thaiLetters",
  /** Armenian, Georgian, Ethiopic, Khmer and all that have no class of their own. */
  "otherLetters",
  "hangulWords",
  "hangulLetters",
  "kanaLetters",
  "hanLetters",
  /** Full-width punctuation. */
  "wideMarks",
  /** Typographic quotes, dashes and spaces. */
  "typographicMarks",
  /** Arrows, box drawing, mathematics. */
  "symbols",
  /** The same symbol once more. */
  "repeatedSymbols",
  /** Halves of characters beyond the first 65,536: mostly emoji. */
  "surrogates",
] as const;

export type Tally = Record<PieceClass, number>;

export function noPieces(): Tally {
  return {
    spacedWords: 0,
    joinedWords: 0,
    markedWords: 0,
    longMarkedWords: 0,
    bareWords: 0,
    shortWords: 0,
    knownWords: 0,
    rareWords: 0,
    rareLetters: 0,
    oddPairs: 0,
    commonCapitals: 0,
    capitalWords: 0,
    capitalLetters: 0,
    capitalOddPairs: 0,
    digits: 0,
    digitGroups: 0,
    spacedDigits: 0,
    joinedMarks: 0,
    marks: 0,
    markRuns: 0,
    lineEnds: 0,
    markLineEnds: 0,
    indents: 0,
    tabs: 0,
    accentedWords: 0,
    accentedLetters: 0,
    cyrillicWords: 0,
    cyrillicLetters: 0,
    otherCyrillicLetters: 0,
    greekLetters: 0,
    hebrewLetters: 0,
    arabicWords: 0,
    arabicLetters: 0,
    indicLetters: 0,
    thaiLetters: 0,
    otherLetters: 0,
    hangulWords: 0,
    hangulLetters: 0,
    kanaLetters: 0,
    hanLetters: 0,
    wideMarks: 0,
    typographicMarks: 0,
    symbols: 0,
    repeatedSymbols: 0,
    surrogates: 0,
  };
}
