import type { FamilyRates, Rates } from "../../../harness/cache-model/tokens/family-rates.ts";
import { type BaseName, baseRates } from "../../../harness/cache-model/tokens/base-rates.ts";
import { type PieceClass, pieceClasses } from "../../../harness/cache-model/tokens/words/piece-classes.ts";
import {
  contextNames,
  type FeatureName,
  featureNames,
  type FrameName,
  frameNames,
} from "../../../harness/cache-model/tokens/prompt-features.ts";
import type { Encoding } from "../../../harness/cache-model/tokens/text-tokenizer.ts";
import { hasTemplate } from "../../../harness/cache-model/tokens/frame-templates.ts";
import type { TokenFamily } from "../../../harness/cache-model/tokens/token-family.ts";
import { type Belief, dot, robustFit, type Row } from "./least-squares.ts";
import type { RecordedPrompt } from "./recorded-prompts.ts";

/**
 * Rates of a family, fitted to the recorded lengths of its prompts. Believed before any: pieces cost what they cost Claude 2,
 * all times one factor, and frames what is published or usual. So a family with few prompts gets a factor, one with many its own rates.
 */
export function fitFamily(family: TokenFamily, prompts: readonly RecordedPrompt[]): FamilyRates {
  const distinct = [...new Map(prompts.map((prompt) => [`${prompt.total} ${prompt.body}`, prompt])).values()];
  const repositories = Map.groupBy(distinct, ({ repository }) => repository);
  const weightOf = ({ repository }: RecordedPrompt): number => 1 / Math.sqrt(repositories.get(repository)?.length ?? 1);
  const samples = distinct.map((prompt) => ({ prompt, weight: weightOf(prompt), known: prompt.fixed }));
  return {
    rates: fitRates(samples, family),
    tokenizer: tokenizers[family] ?? null,
    prompts: distinct.length,
    repositories: repositories.size,
  };
}

/** Those that a package of ours holds. */
export const tokenizers: Readonly<Partial<Record<TokenFamily, Encoding>>> = {
  openai: "o200k_base",
  "openai-2023": "cl100k_base",
  "gpt-oss": "o200k_base",
};

type Sample = { readonly prompt: RecordedPrompt; readonly weight: number; readonly known: number };

function fitRates(samples: readonly Sample[], family: TokenFamily): Rates {
  const firm = BASES[family].isOwn ? OWN : 1;
  const beliefs: readonly Belief[] = [
    { value: BASES[family].factor ?? 1, firmness: FACTOR * firm },
    ...pieceClasses.map(() => ({ value: 0, firmness: PIECE * firm })),
    ...contextNames.map(() => ({ value: 0, firmness: CONTEXT * firm })),
    ...frameNames.map((name) => frameBelief(name, family)),
  ];
  const rows = samples.map((sample): Row => {
    const { features } = sample.prompt;
    const pieces = pieceClasses.map((name) => (features.get(name) ?? 0) * believedRate(name, family));
    const all = pieces.reduce((sum, part) => sum + part, 0);
    return rowOf(sample, [
      all,
      ...pieces,
      ...contextNames.map((name) => features.get(name) ?? 0),
      ...frameNames.map((name) => features.get(name) ?? 0),
    ]);
  });
  const [factor = 1, ...rest] = robustFit(rows, beliefs);
  return named((name) => {
    const piece = pieceClasses.findIndex((each) => each === name);
    const found = pieceClasses[piece];
    if (found !== undefined) return believedRate(found, family) * (factor + (rest[piece] ?? 0));
    const context = contextNames.findIndex((each) => each === name);
    const at = context >= 0 ? context : contextNames.length + frameNames.findIndex((each) => each === name);
    return rest[pieceClasses.length + at] ?? 0;
  });
}

/** Errors are relative to the whole prompt; in short ones a token more or less does not count for everything. */
function rowOf({ prompt, weight, known }: Sample, columns: readonly number[]): Row {
  const scale = 1 / Math.max(prompt.total, SHORT);
  return { columns: columns.map((value) => value * scale), value: (prompt.total - known) * scale, weight };
}

const SHORT = 60;
const FACTOR = 2;
const PIECE = 0.5;
const CONTEXT = 0.5;
/** How much more firmly the rates of a family's own tokenizer are believed: recorded prompts fit the frames alone. */
const OWN = 3;
/** How firmly a frame's usual size is believed, over its square. */
const FRAME = 0.02;

function frameBelief(name: FrameName, family: TokenFamily): Belief {
  if (hasTemplate(family)) return { value: 0, firmness: 1 };
  const value = usualFrames(family)[name] ?? 0;
  return { value, firmness: FRAME / Math.max(spreadOf(name, family), value) ** 2 };
}

/** In tokens. Frames of Claude are published; what others put before a prompt may be hundreds of tokens. */
function spreadOf(name: FrameName, family: TokenFamily): number {
  if (!/^(?:request|responses)/.test(name)) return 3;
  if (name === "requestWithThinking") return HIDDEN_PROMPT;
  return family.startsWith("claude") ? 10 : HIDDEN_PROMPT;
}

const HIDDEN_PROMPT = 150;

/** Published, or from harness/providers/FACTS.md#token-lengths: Claude frames a short message with 7 tokens, a call with 36 and its name. */
function usualFrames(family: TokenFamily): Readonly<Partial<Record<FrameName, number>>> {
  if (family === "claude" || family === "claude-2026") {
    const frames = { userMessage: 3, assistantMessage: 4, toolMessage: 3, systemBlock: 2, result: 8, request: 5 };
    return { ...frames, tool: family === "claude" ? 20 : 30, call: 36 };
  }
  if (family.startsWith("deepseek")) return DEEPSEEK;
  return {
    userMessage: 4,
    assistantMessage: 4,
    toolMessage: 4,
    systemBlock: 4,
    tool: 10,
    call: 10,
    result: 4,
    request: 4,
    requestWithTools: 40,
  };
}

/** The template of the published weights of V4, counted by o200k with each of its special tokens as one. */
const DEEPSEEK = {
  userMessage: 1,
  assistantMessage: 3,
  toolMessage: 1,
  systemBlock: 0,
  tool: 3,
  call: 20,
  argument: 10,
  result: 8,
  request: 3,
  requestWithTools: 208,
} as const;

/** What a piece is believed to cost before any prompt was seen. */
function believedRate(piece: PieceClass, family: TokenFamily): number {
  const own = family.startsWith("claude") ? SINCE_CLAUDE_3[piece] : undefined;
  return own ?? baseRates[BASES[family].name][pieceClasses.indexOf(piece)] ?? 0;
}

type Base = {
  readonly name: BaseName;
  /** Whether it is the family's own tokenizer, so that its counts are what the provider's are. */
  readonly isOwn: boolean;
  /** How many times its tokens are believed to be the family's. */
  readonly factor?: number;
};

/**
 * The tokenizer that each family counts by, or the one that comes nearest. Recorded totals agree to the token with DeepSeek's,
 * Mistral's and Gemini's; those of Grok, with o200k's within a few.
 */
const BASES: Readonly<Record<TokenFamily, Base>> = {
  claude: { name: "claude-2", isOwn: false },
  // About 30 % more than before (platform.claude.com, migration to Opus 4.7).
  "claude-2026": { name: "claude-2", isOwn: false, factor: 1.3 },
  openai: { name: "o200k", isOwn: true },
  "openai-2023": { name: "cl100k", isOwn: true },
  "gpt-oss": { name: "o200k", isOwn: true },
  gemini: { name: "gemini", isOwn: true },
  deepseek: { name: "deepseek", isOwn: true },
  "deepseek-v4": { name: "deepseek", isOwn: true },
  qwen: { name: "qwen", isOwn: true },
  mistral: { name: "mistral", isOwn: true },
  "grok-3": { name: "o200k", isOwn: true },
  "grok-4": { name: "o200k", isOwn: true },
  nova: { name: "mistral", isOwn: false },
  other: { name: "deepseek", isOwn: false },
};

function named(valueOf: (name: FeatureName) => number): Rates {
  return featureNames.map((name) => Number(valueOf(name).toFixed(3)));
}

/**
 * Since Claude 3 a digit is a token of its own, and a space before a number another: inferred from recorded prompts that are mostly
 * numbers, in three repositories. Common words in capitals are fewer than in Claude 2's vocabulary: from prompts of capitals in one.
 */
const SINCE_CLAUDE_3: Readonly<Partial<Record<PieceClass, number>>> = {
  commonCapitals: 1.7,
  digits: 0.95,
  digitGroups: 0.05,
  spacedDigits: 0.8,
};

/** What the rates say of a prompt, as the estimator adds it up. */
export function predicted(prompt: RecordedPrompt, { rates, tokenizer }: FamilyRates, tokenize: boolean): number {
  if (tokenize && tokenizer !== null && prompt.texts !== null) return prompt.texts + prompt.fixed;
  const values = featureNames.map((name) => prompt.features.get(name) ?? 0);
  return dot(values, rates) + prompt.fixed;
}
