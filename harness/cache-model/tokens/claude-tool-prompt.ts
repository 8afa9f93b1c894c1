import { familyOf } from "../../kernel/text/model-family.ts";

/** Tokens of the prompt that tools bring along, and of the one that a forced choice brings instead. */
export type ToolPrompt = { readonly auto: number; readonly forced: number };

/** By model (harness/providers/FACTS.md#token-lengths). A model that is not listed counts as Sonnet 4.6 does. */
export function claudeToolPrompt(model: string): ToolPrompt {
  const [auto, forced] = BY_FAMILY[familyOf(model)] ?? [497, 589];
  return { auto, forced };
}

const BY_FAMILY: Readonly<Record<string, readonly [auto: number, forced: number]>> = {
  "claude-opus-5": [286, 406],
  "claude-opus-4-8": [290, 410],
  "claude-opus-4-7": [675, 804],
  "claude-sonnet-5": [354, 474],
  "claude-haiku-4-5": [496, 588],
  "claude-opus-4-1": [313, 315],
  "claude-3-5-haiku": [264, 355],
};
