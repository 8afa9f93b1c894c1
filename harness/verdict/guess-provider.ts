import type { Exchange } from "../kernel/exchange.ts";
import type { Layout } from "../kernel/layout.ts";

/**
 * Whose cache rules apply where nobody said: the host tells most, then the dialect. A loopback host hides the provider, so
 * the dialect's own is assumed.
 */
export function guessProvider(exchange: Exchange, layout: Layout): string | null {
  const host = exchange.host?.split(":")[0] ?? "";
  for (const [suffix, provider] of HOSTS) if (host === suffix || host.endsWith(`.${suffix}`)) return provider;
  return layout.dialect === "anthropic-messages" ? "anthropic" : null;
}

const HOSTS: readonly (readonly [suffix: string, provider: string])[] = [
  ["anthropic.com", "anthropic"],
  ["minimax.io", "minimax"],
  ["minimaxi.com", "minimax"],
  ["deepseek.com", "deepseek"],
  ["moonshot.ai", "moonshot"],
  ["moonshot.cn", "moonshot"],
  ["z.ai", "zai"],
  ["openrouter.ai", "openrouter"],
  ["amazonaws.com", "bedrock"],
];
