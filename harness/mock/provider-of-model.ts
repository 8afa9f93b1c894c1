/**
 * Whose model a request names, by the vendors' own names for their models; null where the name tells nothing. A mocked
 * provider has no host that would tell: several vendors serve one wire.
 */
export function providerOfModel(model: string): string | null {
  if (/^[\w.-]+\/[\w.:-]+$/.test(model)) return "openrouter";
  return VENDORS.find(([begins]) => begins.test(model))?.[1] ?? null;
}

const VENDORS: readonly (readonly [begins: RegExp, provider: string])[] = [
  [/^claude-/i, "anthropic"],
  [/^(?:gpt-|o[134](?:-|$)|chatgpt-|codex-)/i, "openai"],
  [/^gemini-/i, "gemini"],
  [/^deepseek-/i, "deepseek"],
  [/^(?:qwen|qwq)/i, "dashscope"],
  [/^(?:kimi-|moonshot-)/i, "moonshot"],
  [/^minimax-/i, "minimax"],
  [/^glm-/i, "zai"],
  [/^grok-/i, "xai"],
  [/^(?:mistral-|magistral-|devstral-|codestral-|ministral-)/i, "mistral"],
];
