import type { DialectName } from "../kernel/layout.ts";

/**
 * Whose cache answers a request on a wire that several vendors serve. A mocked provider has no host that would tell, so the
 * model does; where that tells nothing, it is who made the wire. A path alone tells ChatGPT's backend, which has the public API's models.
 */
export function providerOnWire(wire: DialectName, model: string, path = ""): string {
  if (wire === "openai-responses" && BACKEND.test(path)) return "openai-codex";
  const vendor = providerOfModel(model);
  switch (wire) {
    case "anthropic-messages":
      return vendor !== null && SERVE_MESSAGES.has(vendor) ? vendor : "anthropic";
    case "openai-chat":
    case "openai-responses":
      return vendor ?? "openai";
    case "gemini-generate":
      return "gemini";
    case "bedrock-converse":
      return "bedrock";
  }
}

/** `/backend-api/codex/responses`: where Codex asks with a ChatGPT account (openai/codex, November 2026). */
const BACKEND = /\/(?:backend-api|codex)\//;

/** Who serves Anthropic's wire for models of their own. */
const SERVE_MESSAGES: ReadonlySet<string> = new Set(["dashscope", "deepseek", "minimax", "moonshot", "zai"]);

/** Whose model a request names, by the vendors' own names for their models; null where the name tells nothing. */
function providerOfModel(model: string): string | null {
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
