import { isJsonObject } from "../../kernel/json.ts";
import type { Layout, Unit } from "../../kernel/layout.ts";
import { familyOf } from "../../kernel/text/model-family.ts";
import { originOf } from "../../kernel/memo/relocated-units.ts";
import { newestTurn } from "../prompt/order-prompt.ts";
import { readParameter } from "../prompt/read-parameter.ts";
import type { TokenCounts } from "../token-counter.ts";
import { dropsOldThinking } from "../../providers/anthropic/cache-rules.ts";
import { claudeToolPrompt } from "./claude-tool-prompt.ts";
import { effortPrompt, keepsThinking } from "./deepseek-prompt.ts";
import type { FittedRates, Rates } from "./family-rates.ts";
import { hostPrompt } from "./host-prompt.ts";
import { imageTokens } from "./image-tokens.ts";
import { knownFrames } from "./known-frames.ts";
import { type Features, inOrder, requestFeatures, textFeatures, unitFeatures } from "./prompt-features.ts";
import { countText, exactTokens } from "./text-tokenizer.ts";
import { type TokenFamily, tokenFamilyOf } from "./token-family.ts";
import { referredTools, toolSearchTokens } from "./tool-search.ts";
import { type UnitParts, unitParts } from "./unit-parts.ts";

export type EstimateOptions = {
  readonly fitted: FittedRates;
  /** Whether a public tokenizer counts the texts of models that have one. */
  readonly tokenize: boolean;
  /** Whether a deployment answered that knew no text on effort (deepseek-prompt.ts). */
  readonly beforeEffortPrompt: boolean;
};

/** Tokens of each unit of a prompt, which are whole numbers and depend on no unit behind. */
export function estimatePrompt(
  layout: Layout,
  {
    promptBytes,
    model,
    from,
  }: { readonly promptBytes: readonly number[]; readonly model: string; readonly from: number },
  { fitted, tokenize, beforeEffortPrompt }: EstimateOptions,
): TokenCounts {
  const family = tokenFamilyOf(model, layout.dialect);
  const { rates, tokenizer } = fitted.families[family];
  const encoding = tokenize ? tokenizer : null;
  const thinkingFrom = firstThinking(layout, family, model);
  const frames = knownFrames(layout, family, model);
  const referred = referredTools(layout);
  const own = (unit: Unit): number =>
    sealedTokens(layout.body, unit, family) ??
    (encoding === null
      ? weight(layout.body, unit, { rates, model, family })
      : exactTokens[encoding](layout.body, unit) + imagesOf(unitParts(layout.body, unit), family, model));
  const units = layout.units.slice(from, from + promptBytes.length).map((unit, at) => {
    if (promptBytes[at] === 0 || !isRead(unit, thinkingFrom)) return 0;
    const least = frames !== null && unit.unit === "envelope" ? 0 : 1;
    const tools = referred.get(unit)?.reduce((sum, tool) => sum + own(tool), 0) ?? 0;
    return Math.max(least, Math.round(own(unit) + tools + (frames?.units[from + at] ?? 0)));
  });
  if (frames !== null) {
    const asked =
      encoding === null ? weigh(textFeatures(frames.headText), rates) : countText(frames.headText, encoding);
    return { head: frames.head + Math.round(asked), units, trailer: frames.trailer, basis: `${thinkingFrom}` };
  }
  const request = requestTokens(layout, family, model, rates);
  const { thinking, trailer } = request;
  const head = request.head - (beforeEffortPrompt ? effortPrompt(layout, model) : 0);
  // Thinking is not part of the prefix of tools and system, which keeps one length.
  const message = layout.units.findIndex(({ segment }) => segment === "messages");
  const first = units[message - from];
  if (first !== undefined) units[message - from] = Math.max(0, first + thinking);
  return { head, units, trailer, basis: `${thinkingFrom} ${thinking}` };
}

/**
 * Tokens of reasoning that OpenAI handed out sealed: all of it is read, and its summary is not. A seal of no reasoning is some 726
 * characters; a token of it, about six more (recorded: five to seven). Null for any other unit.
 */
function sealedTokens(body: Buffer, unit: Unit, family: TokenFamily): number | null {
  const sealed = family === "openai" ? unitParts(body, unit).sealed : 0;
  return sealed === 0 ? null : Math.max(0, sealed - SEAL) / SEALED_CHARACTERS;
}

const SEAL = 726;
const SEALED_CHARACTERS = 6;

type ModelRates = { readonly rates: Rates; readonly model: string; readonly family: TokenFamily };

/**
 * The tokens of a unit's own texts and images, at any place. A growing conversation needs it again and again, mostly for one
 * model.
 */
function weight(body: Buffer, unit: Unit, { rates, model, family }: ModelRates): number {
  const origin = originOf(unit);
  const known = lastWeight.get(origin);
  if (known?.rates === rates && known.model === model) return known.weight;
  const own =
    toolSearchTokens(body, unit, family) ??
    weigh(unitFeatures(family)(body, unit), rates) + imagesOf(unitParts(body, unit), family, model);
  lastWeight.set(origin, { rates, model, weight: own });
  return own;
}

const lastWeight = new WeakMap<Unit, { readonly rates: Rates; readonly model: string; readonly weight: number }>();

/** A weighted sum. */
function weigh(features: Features, rates: Rates): number {
  let sum = 0;
  for (let at = 0; at < rates.length; at += 1) sum += (features[at] ?? 0) * (rates[at] ?? 0);
  return sum;
}

/** Tokens of a request outside its units: before the first one, before its messages, and after the last one. */
type RequestTokens = { readonly head: number; readonly thinking: number; readonly trailer: number };

/** A chain counts its head and its messages apart, and two caches chain a mocked request. */
function requestTokens(layout: Layout, family: TokenFamily, model: string, rates: Rates): RequestTokens {
  const known = lastRequest.get(layout);
  if (known?.rates === rates && known.family === family && known.model === model) return known.tokens;
  const tokens = countRequest(layout, family, model, rates);
  lastRequest.set(layout, { rates, family, model, tokens });
  return tokens;
}

const lastRequest = new WeakMap<Layout, ModelRates & { readonly tokens: RequestTokens }>();

function countRequest(layout: Layout, family: TokenFamily, model: string, rates: Rates): RequestTokens {
  const { requestWithThinking, ...always } = requestFeatures(layout);
  const request = Math.max(0, Math.round(weigh(inOrder(always), rates)));
  const thinking = requestWithThinking === undefined ? 0 : Math.round(weigh(inOrder({ requestWithThinking }), rates));
  const { auto, surplus } = documentedTokens(layout, family, model);
  // The part before the first unit is the same in every turn of a conversation, whatever ends the turn.
  const head = Math.max(0, request - USUAL_TRAILER) + auto;
  return { head, thinking, trailer: Math.min(request, trailerTokens(layout, family)) + surplus };
}

/** Which units of a prompt its model reads: some leave thinking of earlier turns out. */
export function readUnits(layout: Layout, family: TokenFamily, model: string): (unit: Unit) => boolean {
  const from = firstThinking(layout, family, model);
  return (unit) => isRead(unit, from);
}

function isRead(unit: Unit, from: number): boolean {
  return unit.unit === "envelope" || unit.kind !== "thinking" || unit.message >= from;
}

/** Index of the first message whose thinking is read. */
function firstThinking(layout: Layout, family: TokenFamily, model: string): number {
  if (family.startsWith("deepseek")) return keepsThinking(layout) ? 0 : Infinity;
  // Recorded: each answer adds its calls and results to the prompt, and no summary.
  if (familyOf(model) === "grok-4.3") return Infinity;
  return dropsOldThinking(familyOf(model)) ? newestTurn(layout) : 0;
}

/** The provider's documented prompts for tools and effort. The surplus of a forced choice lies behind the cached part. */
export function documentedTokens(
  layout: Layout,
  family: TokenFamily,
  model: string,
): { readonly auto: number; readonly surplus: number } {
  if (family === "deepseek-v4") return { auto: effortPrompt(layout, model), surplus: 0 };
  if (family === "qwen") return { auto: hostPrompt(model), surplus: 0 };
  const hasTools = layout.units.some(({ segment }) => segment === "tools");
  if (!hasTools || (family !== "claude" && family !== "claude-2026")) return { auto: 0, surplus: 0 };
  const { auto, forced } = claudeToolPrompt(model);
  return { auto, surplus: forcesATool(layout) ? forced - auto : 0 };
}

/** The tokens of a turn after the last block: 1 after a tool result, else 3 (recorded: Sonnet 4.5, 4.6, Haiku 4.5). */
function trailerTokens(layout: Layout, family: TokenFamily): number {
  if (family !== "claude" && family !== "claude-2026") return USUAL_TRAILER;
  const last = layout.units.findLast((unit) => unit.unit === "block");
  return last?.unit === "block" && last.kind === "tool-result" ? 1 : USUAL_TRAILER;
}

const USUAL_TRAILER = 3;

function forcesATool(layout: Layout): boolean {
  const choice = readParameter(layout, "tool_choice") ?? readParameter(layout, "toolConfig.toolChoice");
  if (isJsonObject(choice))
    return choice["type"] === "any" || choice["type"] === "tool" || "any" in choice || "tool" in choice;
  return choice === "required";
}

function imagesOf({ images }: UnitParts, family: TokenFamily, model: string): number {
  return images.reduce((sum, size) => sum + imageTokens(family, model, size), 0);
}
