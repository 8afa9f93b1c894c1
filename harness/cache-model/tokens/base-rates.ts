import type { PieceClass } from "./piece-counts.ts";

/** What a piece costs by a public tokenizer, fitted by write-base.ts to 1715 files of this checkout. */
export type BaseRates = Readonly<Record<PieceClass, number>>;

/** By Claude 2's, of 65,000 entries. */
export const BASE_RATES: BaseRates = {
  commonWords: 1.027,
  rareWords: 1.38,
  rareLetters: 0.114,
  capitalWords: 0.708,
  capitalLetters: 0.187,
  digits: 0.085,
  digitRuns: 0.837,
  spacedDigits: 0.146,
  marks: 0.163,
  markRuns: 0.789,
  lineEnds: 1.111,
  indents: -0.006,
  wideLetters: 1.241,
  accentedLetters: 0.506,
  alphabetLetters: 0.692,
  otherLetters: 1.283,
  symbols: 1.119,
};

/** By o200k, of 200,000 entries. */
export const O200K_RATES: BaseRates = {
  commonWords: 0.968,
  rareWords: 1.171,
  rareLetters: 0.13,
  capitalWords: 0.643,
  capitalLetters: 0.123,
  digits: 0.11,
  digitRuns: 1.411,
  spacedDigits: 0.279,
  marks: 0.16,
  markRuns: 0.621,
  lineEnds: 0.694,
  indents: 0.576,
  wideLetters: 0.826,
  accentedLetters: 0.492,
  alphabetLetters: 0.366,
  otherLetters: 0.416,
  symbols: 1.118,
};

/** By cl100k, of 100,000 entries. */
export const CL100K_RATES: BaseRates = {
  commonWords: 0.971,
  rareWords: 1.24,
  rareLetters: 0.135,
  capitalWords: 0.695,
  capitalLetters: 0.098,
  digits: 0.115,
  digitRuns: 1.411,
  spacedDigits: 0.271,
  marks: 0.128,
  markRuns: 0.638,
  lineEnds: 0.792,
  indents: 0.55,
  wideLetters: 1.204,
  accentedLetters: 0.488,
  alphabetLetters: 0.659,
  otherLetters: 1.056,
  symbols: 1.217,
};
