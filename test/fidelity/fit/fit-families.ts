import type { FamilyRates, Rates } from "../../../harness/cache-model/tokens/family-rates.ts";
import { BASE_RATES } from "../../../harness/cache-model/tokens/base-rates.ts";
import { pieceClasses } from "../../../harness/cache-model/tokens/piece-counts.ts";
import { type FeatureName, featureNames } from "../../../harness/cache-model/tokens/prompt-features.ts";
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
  const encoding =
    family === "openai" || family === "gpt-oss" ? "o200k_base" : family === "openai-2023" ? "cl100k_base" : null;
  const rates = fitRates(
    distinct.map((prompt) => ({ prompt, weight: weightOf(prompt), known: prompt.fixed })),
    family,
  );
  const frames = distinct.map((prompt) => ({
    prompt,
    weight: weightOf(prompt),
    known: prompt.fixed + (prompt.texts ?? 0),
  }));
  return {
    rates,
    tokenized: encoding === null ? null : { encoding, rates: fitFrames(frames, family) },
    prompts: distinct.length,
    repositories: repositories.size,
  };
}

type Sample = { readonly prompt: RecordedPrompt; readonly weight: number; readonly known: number };

const contexts = ["inTools", "inCalls", "inResults", "inThinking"] as const;
const frameNames = featureNames.filter((name) => !isPiece(name) && !contexts.some((context) => context === name));

function fitRates(samples: readonly Sample[], family: TokenFamily): Rates {
  const beliefs: readonly Belief[] = [
    { value: 1, firmness: FACTOR },
    ...pieceClasses.map(() => ({ value: 0, firmness: PIECE })),
    ...contexts.map(() => ({ value: 0, firmness: CONTEXT })),
    ...frameNames.map((name) => frameBelief(name, family)),
  ];
  const rows = samples.map((sample): Row => {
    const { features } = sample.prompt;
    const pieces = pieceClasses.map((name) => (features.get(name) ?? 0) * BASE_RATES[name]);
    const all = pieces.reduce((sum, part) => sum + part, 0);
    return rowOf(sample, [
      all,
      ...pieces,
      ...contexts.map((name) => features.get(name) ?? 0),
      ...frameNames.map((name) => features.get(name) ?? 0),
    ]);
  });
  const [factor = 1, ...rest] = robustFit(rows, beliefs);
  return named((name) => {
    const piece = pieceClasses.findIndex((each) => each === name);
    if (piece >= 0) return rateOf(pieceClasses[piece]) * (factor + (rest[piece] ?? 0));
    const context = contexts.findIndex((each) => each === name);
    const at = context >= 0 ? context : contexts.length + frameNames.indexOf(name);
    return rest[pieceClasses.length + at] ?? 0;
  });
}

function fitFrames(samples: readonly Sample[], family: TokenFamily): Rates {
  const beliefs = frameNames.map((name) => frameBelief(name, family));
  const rows = samples.map((sample) =>
    rowOf(
      sample,
      frameNames.map((name) => sample.prompt.features.get(name) ?? 0),
    ),
  );
  const fitted = robustFit(rows, beliefs);
  return named((name) => {
    const at = frameNames.indexOf(name);
    return at < 0 ? 0 : (fitted[at] ?? 0);
  });
}

/** Errors are relative to the whole prompt; in short ones a token more or less does not count for everything. */
function rowOf({ prompt, weight, known }: Sample, columns: readonly number[]): Row {
  const scale = 1 / Math.max(prompt.total, SHORT);
  return { columns: columns.map((value) => value * scale), value: (prompt.total - known) * scale, weight };
}

const SHORT = 60;
const FACTOR = 0.5;
const PIECE = 0.5;
const CONTEXT = 0.5;
/** How firmly a frame's usual size is believed, over its square. */
const FRAME = 0.02;

function frameBelief(name: FeatureName, family: TokenFamily): Belief {
  const value = usualFrames(family)[name] ?? 0;
  return { value, firmness: FRAME / Math.max(spreadOf(name, family), value) ** 2 };
}

/** In tokens. Frames of Claude and OpenAI are published; what others put before a prompt may be hundreds of tokens. */
function spreadOf(name: FeatureName, family: TokenFamily): number {
  if (!/^(?:request|responses)/.test(name)) return 3;
  if (name === "requestWithThinking") return HIDDEN_PROMPT;
  return family.startsWith("claude") || family.startsWith("openai") ? 10 : HIDDEN_PROMPT;
}

const HIDDEN_PROMPT = 150;

/** Published, or told by recorded-traffic.md 2.4: Claude frames a short message with 7 tokens, a call with 36 beside its name; OpenAI a message with 4. */
function usualFrames(family: TokenFamily): Readonly<Partial<Record<FeatureName, number>>> {
  if (family === "claude" || family === "claude-2026") {
    const frames = { userMessage: 3, assistantMessage: 4, toolMessage: 3, systemBlock: 2, result: 8, request: 5 };
    return { ...frames, tool: family === "claude" ? 20 : 30, call: 36 };
  }
  if (family === "openai" || family === "openai-2023") {
    return {
      userMessage: 4,
      assistantMessage: 4,
      toolMessage: 4,
      systemBlock: 4,
      tool: 0,
      call: 7,
      result: 0,
      request: 3,
      requestWithTools: 16,
    };
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

function isPiece(name: FeatureName): boolean {
  return pieceClasses.some((piece) => piece === name);
}

function rateOf(piece: (typeof pieceClasses)[number] | undefined): number {
  return piece === undefined ? 0 : BASE_RATES[piece];
}

function named(valueOf: (name: FeatureName) => number): Rates {
  return featureNames.map((name) => Number(valueOf(name).toFixed(3)));
}

/** What the rates say of a prompt, as the estimator adds it up. */
export function predicted(prompt: RecordedPrompt, { rates, tokenized }: FamilyRates, tokenize: boolean): number {
  const own = tokenize && tokenized !== null ? tokenized.rates : rates;
  const values = featureNames.map((name) => prompt.features.get(name) ?? 0);
  const sum = dot(values, own);
  return sum + prompt.fixed + (tokenize && tokenized !== null ? (prompt.texts ?? 0) : 0);
}
