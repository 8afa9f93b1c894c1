import type { Answer } from "../../../mock/mock-wire.ts";
import { outputTokens, reasoningTokens } from "../../../mock/output-tokens.ts";

/**
 * The counters of a response. The write is reported since GPT-5.6 and Kimi K3, and by OpenRouter; left out elsewhere. Only
 * ChatGPT's backend reports 0.
 */
export function responsesUsage({ usage, message, rules }: Answer, provider: string): Readonly<Record<string, unknown>> {
  const output = outputTokens(message);
  // By the SDK's types only this wire separates the two lifetimes, and need not (openai 7.57.0): no recording has them.
  const half = rules.engine === "boundaries" ? (usage.writeByTtl["12h"] ?? 0) : 0;
  const tellsWrites =
    rules.engine === "boundaries" ||
    rules.tellsWrites?.value === true ||
    rules.provider === "openai-codex" ||
    (provider === "openrouter" && usage.write > 0);
  return {
    input_tokens: usage.total,
    input_tokens_details: {
      ...(tellsWrites ? { cache_write_tokens: usage.write } : {}),
      ...(half > 0 && { cache_write_tokens_details: { ttl_30m_tokens: usage.write - half, ttl_12h_tokens: half } }),
      cached_tokens: usage.read,
    },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoningTokens(message) },
    total_tokens: usage.total + output,
  };
}
