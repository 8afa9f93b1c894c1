import type { Layout, Unit } from "../../kernel/layout.ts";
import { readParameter } from "../prompt/read-parameter.ts";
import { rememberContent } from "../prompt/remember-content.ts";
import { baseRates } from "./base-rates.ts";
import { noPieces, type PieceClass, pieceClasses } from "./words/piece-classes.ts";
import { addPieces } from "./words/piece-counts.ts";
import { renderTool } from "./render-tool.ts";
import type { TokenFamily } from "./token-family.ts";
import { unitParts, unitTexts } from "./unit-parts.ts";

/** Pieces at their base rates again, by what they stand in: JSON packs otherwise than prose. */
export const contextNames = ["inTools", "inCalls", "inResults", "inThinking"] as const;

/** The frames that a provider wraps around texts, once for each. For known templates, `openai-frames.ts` gives them instead. */
export const frameNames = [
  "userMessage",
  "assistantMessage",
  "toolMessage",
  "systemBlock",
  "tool",
  "call",
  "argument",
  "result",
  "request",
  "requestWithTools",
  "requestWithThinking",
  "responsesRequest",
] as const;

export type FrameName = (typeof frameNames)[number];

export type FeatureName = PieceClass | (typeof contextNames)[number] | FrameName;

/** A prompt's length is a weighted sum of these. A family's rates have one weight for each, in this order. */
export const featureNames: readonly FeatureName[] = [...pieceClasses, ...contextNames, ...frameNames];

export type NamedFeatures = Readonly<Partial<Record<FeatureName, number>>>;

/** One number for each name, in their order: many prompts are weighed, and arrays are quick to add up. */
export type Features = readonly number[];

export function inOrder(named: NamedFeatures): Features {
  return featureNames.map((name) => named[name] ?? 0);
}

/** By which the pieces of a context are added up: any tokenizer's would do. */
const contextRates = baseRates["claude-2"];

type FeatureCounter = (body: Buffer, unit: Unit) => Features;

/** The features of a unit for models of a family, which may read a tool in another form than its JSON. */
export function unitFeatures(family: TokenFamily): FeatureCounter {
  return family === "openai" || family === "openai-2023" || family === "gpt-oss" ? withRenderedTools : withTools;
}

const withTools = featureCounter((definition) => definition);
const withRenderedTools = featureCounter(renderTool);

/** Looks at the bytes of a unit once. */
function featureCounter(render: (definition: string) => string): FeatureCounter {
  return rememberContent((body, unit) => featuresOf(body, unit, render));
}

function featuresOf(body: Buffer, unit: Unit, render: (definition: string) => string): Features {
  // The message of a system prompt brings nothing but its text.
  if (unit.unit === "envelope") return unit.segment === "system" ? NO_FEATURES : messageOf(unit.role);
  const pieces = noPieces();
  const { members } = unitParts(body, unit);
  for (const text of unitTexts(body, unit)) addPieces(unit.kind === "tool" ? render(text) : text, pieces);
  const base = pieceClasses.reduce((sum, name, at) => sum + pieces[name] * (contextRates[at] ?? 0), 0);
  return inOrder({ ...pieces, ...frameOf(unit, base), ...(members > 0 && { argument: members }) });
}

const NO_FEATURES = inOrder({});

/** One list for all messages of a kind: a log has thousands. */
const ASSISTANT_MESSAGE = inOrder({ assistantMessage: 1 });
const TOOL_MESSAGE = inOrder({ toolMessage: 1 });
const USER_MESSAGE = inOrder({ userMessage: 1 });

/** The features of a text by itself. */
export function textFeatures(text: string): Features {
  const pieces = noPieces();
  addPieces(text, pieces);
  return inOrder(pieces);
}

/** The features of a request outside its units. */
export function requestFeatures(layout: Layout): NamedFeatures {
  return {
    request: 1,
    ...(layout.units.some(({ segment }) => segment === "tools") && { requestWithTools: 1 }),
    ...(thinks(layout) && { requestWithThinking: 1 }),
    ...(layout.dialect === "openai-responses" && { responsesRequest: 1 }),
  };
}

/** The features that frames and context of a block add to its pieces. */
function frameOf(unit: Extract<Unit, { unit: "block" }>, base: number): NamedFeatures {
  if (unit.kind === "tool") return { inTools: base, tool: 1 };
  if (unit.kind === "tool-use") return { inCalls: base, call: 1 };
  if (unit.kind === "tool-result") return { inResults: base, result: 1 };
  if (unit.kind === "thinking") return { inThinking: base };
  return unit.segment === "system" ? { systemBlock: 1 } : {};
}

function messageOf(role: string): Features {
  if (role === "assistant" || role === "model") return ASSISTANT_MESSAGE;
  return role === "tool" || role === "function" ? TOOL_MESSAGE : USER_MESSAGE;
}

/** Adaptive thinking brings no prompt of its own (recorded: Sonnet 4.6 and Opus 4.7). */
function thinks(layout: Layout): boolean {
  const type = readParameter(layout, "thinking.type");
  return type === "enabled";
}
