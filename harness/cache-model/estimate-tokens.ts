import type { BlockKind, Layout, Segment } from "../kernel/layout.ts";
import { familyOf } from "./find-model-rule.ts";
import { readModel, readParameter } from "./read-parameter.ts";
import type { TokenCounter } from "./token-counter.ts";

/**
 * Tokens of a Claude prompt without a tokenizer: a rate for each kind of content, fitted to recorded traffic of agents on
 * Claude 3.5 to 4.8. Rough by design: repetitive prose comes out a half too long, server tools and images have no size in a
 * body. Ratios of one counter's numbers are worth more than the numbers.
 */
export const estimateTokens: TokenCounter = {
  grade: "estimate",
  count: (layout, promptBytes) => {
    const scale = tokenizerScale(readModel(layout));
    const units = layout.units.map((unit, index) => {
      const bytes = promptBytes[index] ?? 0;
      if (bytes === 0) return 0;
      if (unit.unit === "envelope") return ENVELOPE;
      return Math.max(1, Math.round(BY_KIND[unit.kind](bytes, unit.segment) * scale));
    });
    const overhead = toolOverhead(layout);
    const firstTool = layout.units.findIndex(
      (unit, index) => unit.segment === "tools" && (promptBytes[index] ?? 0) > 0,
    );
    if (firstTool === -1) return { units, trailer: trailerTokens(layout) };
    units[firstTool] = (units[firstTool] ?? 0) + overhead.preamble;
    return { units, trailer: trailerTokens(layout) + overhead.forced };
  },
};

/** Tokens of text that the model wrote, as the response's `output_tokens` would count it. */
export function estimateOutput(bytes: number): number {
  return Math.max(1, Math.round(bytes * RATE.text));
}

/** Tokens for each byte of prompt. */
const RATE = {
  tool: 0.27,
  system: 0.25,
  text: 0.23,
  result: 0.32,
  arguments: 0.52,
  thinking: 0.2,
  other: 0.3,
} as const;
const ENVELOPE = 4;
const RESULT_ONCE = 7;
const CALL_ONCE = 38;
/** Raw bytes of a tool_use block that are not arguments: type, id, name. */
const CALL_FRAME = 85;
/** An image of about 1.2 megapixels (platform.claude.com, Vision); its bytes tell nothing of its size. */
const MEDIA = 1_568;

const BY_KIND: Readonly<Record<BlockKind, (bytes: number, segment: Segment) => number>> = {
  tool: (bytes) => bytes * RATE.tool,
  text: (bytes, segment) => bytes * (segment === "system" ? RATE.system : RATE.text),
  "tool-use": (bytes) => CALL_ONCE + Math.max(0, bytes - CALL_FRAME) * RATE.arguments,
  "tool-result": (bytes) => RESULT_ONCE + bytes * RATE.result,
  thinking: (bytes) => bytes * RATE.thinking,
  media: () => MEDIA,
  other: (bytes) => bytes * RATE.other,
};

/** What a turn leaves behind the last block: 1 after a tool result, else 3 (recorded: Sonnet 4.5, 4.6, Haiku 4.5). */
function trailerTokens(layout: Layout): number {
  const last = layout.units.findLast((unit) => unit.unit === "block");
  return last?.unit === "block" && last.kind === "tool-result" ? 1 : 3;
}

/** The prompt that tools bring along, and what a forced choice adds behind the cached part (Tool use page, by model). */
function toolOverhead(layout: Layout): { readonly preamble: number; readonly forced: number } {
  const [auto, forced] = TOOL_OVERHEAD[familyOf(readModel(layout))] ?? [497, 589];
  const choice = JSON.stringify(readParameter(layout, "tool_choice") ?? null);
  return { preamble: auto, forced: /"type":"(?:any|tool)"/.test(choice) ? forced - auto : 0 };
}

const TOOL_OVERHEAD: Readonly<Record<string, readonly [auto: number, forced: number]>> = {
  "claude-opus-5": [286, 406],
  "claude-opus-4-8": [290, 410],
  "claude-opus-4-7": [675, 804],
  "claude-sonnet-5": [354, 474],
  "claude-opus-4-1": [313, 315],
  "claude-3-5-haiku": [264, 355],
};

/** Opus 4.7 counts 1.3 to 1.5 times what its neighbours count for the same body (recorded: 913 for 671, 102 for 79). */
function tokenizerScale(model: string): number {
  return familyOf(model) === "claude-opus-4-7" ? 1.4 : 1;
}
