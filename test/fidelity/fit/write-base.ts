import { globSync, readFileSync, writeFileSync } from "node:fs";
import { commonWordBits } from "../../../harness/cache-model/tokens/common-words.ts";
import { countText } from "../../../harness/cache-model/tokens/text-tokenizer.ts";
import { addPieces, noPieces, pieceClasses } from "../../../harness/cache-model/tokens/piece-counts.ts";
import { samples } from "./samples.ts";
import { readVocabulary } from "./byte-pairs.ts";
import { leastSquares, type Row } from "./least-squares.ts";

/** How much one of our samples counts beside a file of the checkout, which hardly holds a letter of another script. */
const SAMPLE = 5;

/** Where the files of a checkout hold too little of a class. */
const GUESSES = {
  commonWords: 1,
  rareWords: 1,
  rareLetters: 0.15,
  capitalWords: 1,
  capitalLetters: 0.3,
  digits: 0.1,
  digitRuns: 0.8,
  spacedDigits: 0.2,
  marks: 0.15,
  markRuns: 0.7,
  lineEnds: 0.6,
  indents: 0.6,
  wideLetters: 0.7,
  accentedLetters: 0.5,
  alphabetLetters: 0.4,
  otherLetters: 0.4,
  symbols: 1,
} as const;

/**
 * `node test/fidelity/fit/write-base.ts claude.json [words|rates]`: writes the filter of common words, or (when that is
 * written) what each piece costs by a public tokenizer, fitted to the texts of this checkout. `claude.json` is that of the package
 * @anthropic-ai/tokenizer 0.0.4: of Claude 2, the last whose vocabulary was published.
 */
const [, , source = "claude.json", what = "words"] = process.argv;
const vocabulary = readVocabulary(JSON.parse(readFileSync(source, "utf8")));
const tokens = "harness/cache-model/tokens";
if (what === "words") {
  const bits = commonWordBits(vocabulary.words);
  writeFileSync(
    `${tokens}/common-word-bits.ts`,
    `/**
 * A filter of the ${vocabulary.words.length} words that the vocabulary of Claude 2 holds whole, in base64. Made by write-base.ts from the package
 * @anthropic-ai/tokenizer 0.0.4 (copyright 2023 Anthropic, PBC; MIT, common-word-bits.LICENSE); the words themselves are not in it.
 */
export const COMMON_WORD_BITS =
  "${bits}";
`,
  );
} else writeRates();

function writeRates(): void {
  const files = globSync(["{harness,src,test}/**/*.{ts,md}", "*.md", "scenarios/**/*.yaml", "package*.json"]);
  const texts = files
    .filter((file) => !file.includes("common-word-bits"))
    .map((file) => readFileSync(file, "utf8").slice(0, 60_000))
    .filter(({ length }) => length >= 200);
  writeFileSync(
    `${tokens}/base-rates.ts`,
    `import type { PieceClass } from "./piece-counts.ts";

/** What a piece costs by a public tokenizer, fitted by write-base.ts to ${texts.length} files of this checkout. */
export type BaseRates = Readonly<Record<PieceClass, number>>;

/** By Claude 2's, of 65,000 entries. */
export const BASE_RATES: BaseRates = {
${membersOf(fitted(texts, vocabulary.count))}
};

/** By o200k, of 200,000 entries. */
export const O200K_RATES: BaseRates = {
${membersOf(fitted(texts, (text) => countText(text, "o200k_base")))}
};

/** By cl100k, of 100,000 entries. */
export const CL100K_RATES: BaseRates = {
${membersOf(fitted(texts, (text) => countText(text, "cl100k_base")))}
};
`,
  );
}

function fitted(texts: readonly string[], count: (text: string) => number): readonly number[] {
  const rowOf = (text: string, weight: number): Row => {
    const pieces = noPieces();
    addPieces(text, pieces);
    const counted = count(text);
    return { columns: pieceClasses.map((name) => pieces[name] / counted), value: 1, weight };
  };
  const rows = [...texts.map((text) => rowOf(text, 1)), ...samples.map((text) => rowOf(text, SAMPLE))];
  const beliefs = pieceClasses.map((name) => ({ value: GUESSES[name], firmness: 0.02 / GUESSES[name] ** 2 }));
  return leastSquares(rows, beliefs);
}

function membersOf(rates: readonly number[]): string {
  return pieceClasses.map((name, at) => `  ${name}: ${Number((rates[at] ?? 0).toFixed(3))},`).join("\n");
}
