import { familyOf } from "../../kernel/text/model-family.ts";
import type { TokenFamily } from "./token-family.ts";

/** Tokens that a model's template puts around the texts of a prompt. */
export type FrameTemplate = {
  /** Who speaks, and where the message ends. */
  readonly message: number;
  readonly answer: number;
  readonly call: number;
  readonly result: number;
  readonly tool: number;
  /** The namespace around tools, behind a system prompt and without one. */
  readonly tools: number;
  readonly toolsAlone: number;
  /** The provider's own message, and what it says more where there are tools. */
  readonly ownMessage: number;
  readonly ownTools: number;
  /** Whether the form that is asked of an answer stands in the prompt. */
  readonly formats: boolean;
  readonly trailer: number;
};

/**
 * The template of a model, if known: published, or derived from recorded totals to the token. Null for a family with fitted
 * frames.
 */
export function frameTemplate(family: TokenFamily, model: string): FrameTemplate | null {
  if (family === "gpt-oss") return GPT_OSS;
  if (family === "gemini") return GEMINI;
  if (family !== "openai" && family !== "openai-2023") return null;
  return isHarmony(familyOf(model)) ? HARMONY : CHAT_ML;
}

/** Whether what wraps the texts of a family is known, and needs no fit. */
export function hasTemplate(family: TokenFamily): boolean {
  return frameTemplate(family, "") !== null;
}

/**
 * `<|im_start|>role<|im_sep|>text<|im_end|>`, and three tokens that open the answer (OpenAI Cookbook, How to count tokens). The namespace
 * around tools, and what names the function in a call and again in its result, are counted out of recorded totals.
 */
const CHAT_ML: FrameTemplate = {
  message: 4,
  answer: 4,
  call: 7,
  result: 8,
  tool: 0,
  tools: 11,
  toolsAlone: 15,
  ownMessage: 0,
  ownTools: 0,
  formats: true,
  trailer: 3,
};

/**
 * `<|start|>role<|message|>text<|end|>`; an answer names its channel, a call its recipient and its type, a result its function
 * (OpenAI, harmony response format). Of hosted models the provider's own message is not counted.
 */
const HARMONY: FrameTemplate = {
  ...CHAT_ML,
  answer: 6,
  call: 11,
  result: 11,
  tools: 14,
  toolsAlone: 14,
  trailer: 2,
};

/** The same, counted whole: the message on identity, cutoff, date, effort and channels is 61 tokens by o200k, and 15 more name the tools' channel. */
const GPT_OSS: FrameTemplate = { ...HARMONY, ownMessage: 61, ownTools: 15 };

/** Messages cost nothing except their texts, tools the JSON of their declarations (recorded: Gemini 2.5, within three tokens). */
const GEMINI: FrameTemplate = {
  message: 0,
  answer: 0,
  call: 8,
  result: 8,
  tool: 2,
  tools: 0,
  toolsAlone: 0,
  ownMessage: 0,
  ownTools: 0,
  formats: false,
  trailer: 2,
};

/** Models that answer in channels: all since the o series. */
function isHarmony(name: string): boolean {
  return /^(?:gpt-(?:[5-9]|\d\d)|o[1-9]|codex)/.test(name);
}
