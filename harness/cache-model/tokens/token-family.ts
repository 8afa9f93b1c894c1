import type { DialectName } from "../../kernel/layout.ts";
import { familyOf } from "../../kernel/text/model-family.ts";

/**
 * Models that count alike: one tokenizer, one way to wrap messages and tools. `openai` stands for the models with the
 * public tokenizer o200k, `openai-2023` for those with cl100k.
 */
export type TokenFamily = (typeof tokenFamilies)[number];

export const tokenFamilies = [
  "claude",
  "claude-2026",
  "openai",
  "openai-2023",
  "gpt-oss",
  "gemini",
  "deepseek",
  "deepseek-v4",
  "qwen",
  "mistral",
  "grok-3",
  "grok-4",
  "nova",
  "other",
] as const;

/** By the model's name; a nameless one on Anthropic's wire counts as a Claude. */
export function tokenFamilyOf(model: string, dialect: DialectName): TokenFamily {
  const name = familyOf(model);
  const row = BY_NAME.find(([pattern]) => pattern.test(name));
  if (row !== undefined) return row[1];
  return dialect === "anthropic-messages" ? "claude" : "other";
}

/** First match wins. Opus 4.7 brought Claude another tokenizer (about 1.35 times the tokens); later models kept it. */
const BY_NAME: readonly (readonly [pattern: RegExp, family: TokenFamily])[] = [
  [/^claude-(?:opus-4-(?:[789]|\d\d)|(?:opus|sonnet|haiku|fable|mythos)-(?:[5-9]|\d\d)(?!\d))/, "claude-2026"],
  [/^claude/, "claude"],
  [/^gpt-oss/, "gpt-oss"],
  [/^gpt-(?:4o|4\.[15]|[5-9])|^chatgpt|^o[1-9](?:-|$)|codex/, "openai"],
  [/^gpt-(?:4|3\.5)/, "openai-2023"],
  [/^gemini/, "gemini"],
  [/^deepseek-v[4-9]/, "deepseek-v4"],
  [/^deepseek/, "deepseek"],
  [/^qw[eq]/, "qwen"],
  [/^(?:mistral|codestral|devstral|magistral|ministral)/, "mistral"],
  [/^grok-3/, "grok-3"],
  [/^grok/, "grok-4"],
  [/^nova/, "nova"],
];
