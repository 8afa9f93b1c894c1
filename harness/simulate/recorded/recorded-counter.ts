import { beforeEffortPrompt, estimateTokens, tokenizedTokens } from "../../cache-model/estimate-tokens.ts";
import type { TokenCounter } from "../../cache-model/token-counter.ts";
import { EFFORT_PROMPT_SINCE } from "../../cache-model/tokens/deepseek-prompt.ts";
import type { RecordedExchange } from "../../cassette/recorded-exchange.ts";

/**
 * The token counter for the prompt of an exchange. Between anchors only the shares count, and those need no tables of megabytes.
 */
export function recordedCounter(exchange: RecordedExchange, anchored: boolean): TokenCounter {
  const { estimateTokens: estimate, tokenizedTokens: tokenized } = hadEffortPrompt(exchange)
    ? { estimateTokens, tokenizedTokens }
    : beforeEffortPrompt;
  return anchored ? estimate : tokenized;
}

/**
 * Whether the refresh of DeepSeek V4 answered. Without a recorded time its fingerprint shows it: deployments before it spelled
 * theirs `fp_…`. No other provider's counts depend on it.
 */
export function hadEffortPrompt({ startedAtMs, response }: RecordedExchange): boolean {
  if (startedAtMs !== null) return startedAtMs >= EFFORT_PROMPT_SINCE;
  return !OLDER.some((fingerprint) => response?.body.includes(fingerprint) === true);
}

const OLDER = ['"system_fingerprint":"fp_', '"system_fingerprint": "fp_'] as const;
