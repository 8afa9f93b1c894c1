import { modelOf } from "../dialects/model-of.ts";
import type { Exchange } from "../kernel/exchange.ts";
import type { DialectName, Layout } from "../kernel/layout.ts";

/**
 * Whose cache rules apply where nobody said. A recording that names its provider knows; then the host tells most, then
 * headers that one provider alone takes, then the model, then the wire. A loopback host hides the provider.
 */
export function guessProvider(exchange: Exchange, layout: Layout): string | null {
  return (
    recordedProvider(exchange) ??
    byHost(exchange.host) ??
    byHeader(exchange) ??
    byModel(modelOf(layout, exchange.path), layout.dialect) ??
    DIALECTS[layout.dialect] ??
    null
  );
}

/** Some recordings keep it beside the exchange. */
function recordedProvider(exchange: Exchange): string | null {
  return "provider" in exchange && typeof exchange.provider === "string" ? exchange.provider : null;
}

function byHost(host: string | null): string | null {
  const name = host?.split(":")[0]?.toLowerCase() ?? "";
  return HOSTS.find(([suffix]) => name === suffix || name.endsWith(`.${suffix}`))?.[1] ?? null;
}

function byHeader({ headers }: Exchange): string | null {
  return HEADERS.find(([header]) => headers.some(([name]) => name.toLowerCase().startsWith(header)))?.[1] ?? null;
}

/**
 * A model that its maker alone serves under that name. Open weights (`llama`, `gpt-oss`) are served by many, and Claude is on
 * other wires than its own through gateways.
 */
function byModel(model: string | null, dialect: DialectName): string | null {
  const name = model?.toLowerCase() ?? "";
  if (dialect === "openai-chat" && /^[\w-]+\/[\w.:-]+$/.test(name)) return "openrouter";
  const isVendors = dialect === "openai-chat" || dialect === "openai-responses" || dialect === "anthropic-messages";
  return isVendors ? (MODELS.find(([pattern]) => pattern.test(name))?.[1] ?? null) : null;
}

/** API hosts as each provider's reference names them (provider-caches.md). */
const HOSTS: readonly (readonly [suffix: string, provider: string])[] = [
  ["anthropic.com", "anthropic"],
  ["chatgpt.com", "openai-codex"],
  ["openai.com", "openai"],
  ["openai.azure.com", "openai"],
  ["generativelanguage.googleapis.com", "gemini"],
  ["aiplatform.googleapis.com", "gemini"],
  ["minimax.io", "minimax"],
  ["minimaxi.com", "minimax"],
  ["deepseek.com", "deepseek"],
  ["aliyuncs.com", "dashscope"],
  ["moonshot.ai", "moonshot"],
  ["moonshot.cn", "moonshot"],
  ["z.ai", "zai"],
  ["bigmodel.cn", "zai"],
  ["x.ai", "xai"],
  ["mistral.ai", "mistral"],
  ["groq.com", "groq"],
  ["openrouter.ai", "openrouter"],
  ["amazonaws.com", "bedrock"],
];

const HEADERS: readonly (readonly [start: string, provider: string])[] = [
  ["x-dashscope-", "dashscope"],
  ["chatgpt-account-id", "openai-codex"],
  ["x-grok-conv-id", "xai"],
  ["x-goog-api-key", "gemini"],
];

const MODELS: readonly (readonly [pattern: RegExp, provider: string])[] = [
  [/^(?:gpt-(?!oss)|o[134](?:-|$)|codex-|chatgpt-)/, "openai"],
  [/^deepseek-/, "deepseek"],
  [/^(?:qwen|qwq|qvq)/, "dashscope"],
  [/^minimax-/, "minimax"],
  [/^glm-/, "zai"],
  [/^(?:kimi-|moonshot-)/, "moonshot"],
  [/^grok-/, "xai"],
  [/^(?:mistral|ministral|magistral|codestral|devstral|pixtral)-/, "mistral"],
];

/** Wires that one provider invented and serves. */
const DIALECTS: Readonly<Partial<Record<DialectName, string>>> = {
  "anthropic-messages": "anthropic",
  "gemini-generate": "gemini",
  "bedrock-converse": "bedrock",
};
