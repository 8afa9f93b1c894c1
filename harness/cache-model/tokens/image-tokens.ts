import type { ImageSize } from "./image-size.ts";
import type { TokenFamily } from "./token-family.ts";

/**
 * Tokens of an image (harness/providers/FACTS.md#image-lengths). One that the body only names counts as a middling one: its size shows
 * nowhere.
 */
export function imageTokens(family: TokenFamily, model: string, size: ImageSize | null): number {
  if (family === "openai" || family === "openai-2023") return openAiTokens(model, size);
  if (family === "gemini") return /gemini-[3-9]/.test(model) ? 1_085 : 258;
  if (size === null) return family.startsWith("claude") ? CLAUDE_STANDARD.most : UNKNOWN;
  return patches(size, family === "claude-2026" ? CLAUDE_HIGH : CLAUDE_STANDARD);
}

type Grid = { readonly patch: number; readonly longest: number; readonly most: number };

const CLAUDE_STANDARD: Grid = { patch: 28, longest: 1_568, most: 1_568 };
const CLAUDE_HIGH: Grid = { patch: 28, longest: 2_576, most: 4_784 };
const UNKNOWN = 1_000;

/** Patches of an image that is scaled down until it keeps both bounds. */
function patches({ width, height }: ImageSize, { patch, longest, most }: Grid): number {
  const scale = Math.min(1, longest / Math.max(width, height), Math.sqrt((most * patch * patch) / (width * height)));
  const across = Math.ceil((width * scale) / patch);
  const down = Math.ceil((height * scale) / patch);
  return Math.min(most, across * down);
}

/** Patches of 32 since GPT-5.5; before, tiles of 512 after scaling to 768 on the short side. */
function openAiTokens(model: string, size: ImageSize | null): number {
  if (size === null) return UNKNOWN;
  if (/gpt-(?:5\.[5-9]|[6-9])/.test(model)) {
    return Math.ceil(1.2 * Math.ceil(size.width / 32) * Math.ceil(size.height / 32));
  }
  const fits = Math.min(1, 2_048 / Math.max(size.width, size.height));
  const scale = fits * Math.min(1, 768 / (Math.min(size.width, size.height) * fits));
  return 85 + 170 * Math.ceil((size.width * scale) / 512) * Math.ceil((size.height * scale) / 512);
}
