import type { PieceClass } from "./piece-counts.ts";

/** What a piece costs by a public tokenizer, fitted by write-base.ts to 1706 files of this checkout. */
export type BaseRates = Readonly<Record<PieceClass, number>>;

/** By Claude 2's, of 65,000 entries. */
export const BASE_RATES: BaseRates = {
  commonWords: 1.022,
  rareWords: 1.373,
  rareLetters: 0.113,
  capitalWords: 0.691,
  capitalLetters: 0.19,
  digits: 0.086,
  digitRuns: 0.835,
  spacedDigits: 0.145,
  marks: 0.161,
  markRuns: 0.806,
  lineEnds: 1.098,
  indents: -0.03,
  wideLetters: 0.728,
  otherLetters: 0.407,
  symbols: 1.131,
};

/** By o200k, of 200,000 entries. */
export const O200K_RATES: BaseRates = {
  commonWords: 0.967,
  rareWords: 1.18,
  rareLetters: 0.132,
  capitalWords: 0.673,
  capitalLetters: 0.126,
  digits: 0.106,
  digitRuns: 1.36,
  spacedDigits: 0.303,
  marks: 0.163,
  markRuns: 0.614,
  lineEnds: 0.708,
  indents: 0.587,
  wideLetters: 0.699,
  otherLetters: 0.393,
  symbols: 1.133,
};

/** By cl100k, of 100,000 entries. */
export const CL100K_RATES: BaseRates = {
  commonWords: 0.966,
  rareWords: 1.256,
  rareLetters: 0.134,
  capitalWords: 0.736,
  capitalLetters: 0.096,
  digits: 0.111,
  digitRuns: 1.351,
  spacedDigits: 0.295,
  marks: 0.129,
  markRuns: 0.642,
  lineEnds: 0.798,
  indents: 0.549,
  wideLetters: 0.708,
  otherLetters: 0.392,
  symbols: 1.241,
};
