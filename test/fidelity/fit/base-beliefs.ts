import { type PieceClass, pieceClasses } from "../../../harness/cache-model/tokens/words/piece-classes.ts";
import type { Belief } from "./least-squares.ts";

/** How a tokenizer takes numbers: in groups of three digits, each digit apart, or otherwise. */
export type Digits = "threes" | "ones" | "unknown";

type Believed = Readonly<Partial<Record<PieceClass, Belief>>>;

/** What the patterns say that split a text before any vocabulary is asked, and how much that weighs against the counts. */
const SPLIT: Believed = {
  spacedWords: { value: 1, firmness: 0.05 },
  shortWords: { value: 1, firmness: 0.05 },
  bareWords: { value: 1.1, firmness: 0.02 },
  // With its mark, which is counted apart, a piece.
  joinedWords: { value: 0.65, firmness: 0.05 },
  rareWords: { value: 0.4, firmness: 0.005 },
  commonCapitals: { value: 1.1, firmness: 0.01 },
  capitalWords: { value: 0.9, firmness: 0.02 },
  // However long a run of capitals is, it is not free.
  capitalLetters: { value: 0.1, firmness: 2 },
  capitalOddPairs: { value: 0.3, firmness: 0.02 },
  joinedMarks: { value: 0.3, firmness: 0.005 },
  lineEnds: { value: 1, firmness: 0.02 },
  markLineEnds: { value: 0.1, firmness: 0.01 },
  wideMarks: { value: 0.6, firmness: 0.02 },
  symbols: { value: 0.9, firmness: 0.02 },
  repeatedSymbols: { value: 0.3, firmness: 0.02 },
  accentedWords: { value: 0.5, firmness: 0.01 },
};

const SPACES: Believed = { indents: { value: 1, firmness: 0.02 }, tabs: { value: 1, firmness: 0.01 } };

const NUMBERS: Readonly<Record<Digits, Believed>> = {
  threes: {
    ...SPACES,
    digits: { value: 0, firmness: 0.02 },
    digitGroups: { value: 1, firmness: 0.02 },
    spacedDigits: { value: 1, firmness: 0.02 },
  },
  ones: {
    ...SPACES,
    digits: { value: 1, firmness: 0.02 },
    digitGroups: { value: 0, firmness: 0.02 },
    spacedDigits: { value: 1, firmness: 0.02 },
  },
  unknown: {},
};

const UNKNOWN: Belief = { value: 0.6, firmness: 0.001 };

/** Of each class in its order. */
export function baseBeliefs(digits: Digits): readonly Belief[] {
  const known = { ...SPLIT, ...NUMBERS[digits] };
  return pieceClasses.map((name) => known[name] ?? UNKNOWN);
}
