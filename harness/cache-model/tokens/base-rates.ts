import type { PieceClass } from "./piece-counts.ts";

/**
 * Tokens of a piece by Claude 2's public tokenizer, fitted by write-base.ts to 1244 files of this checkout. Families of models
 * are fitted from here.
 */
export const BASE_RATES: Readonly<Record<PieceClass, number>> = {
  commonWords: 1.016,
  rareWords: 1.32,
  rareLetters: 0.121,
  capitalWords: 0.726,
  capitalLetters: 0.179,
  digits: 0.091,
  digitRuns: 0.879,
  marks: 0.153,
  markRuns: 0.825,
  lineEnds: 1.071,
  indents: 0.013,
  wideLetters: 0.71,
  otherLetters: 0.401,
  symbols: 1.18,
};
