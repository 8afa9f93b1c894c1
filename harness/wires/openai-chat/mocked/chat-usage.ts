import { providerNamed } from "../../../providers/list.ts";
import type { MockedCounters } from "../../../providers/provider.ts";
import type { Answer } from "../../../mock/mock-wire.ts";
import { outputTokens, reasoningTokens } from "../../../mock/output-tokens.ts";

/** The counters of a completion, as its provider spells them; `prompt_tokens` includes reads. A counter that it does not report is missing, never 0. */
export function chatUsage({ usage, rules, message }: Answer, provider: string): Readonly<Record<string, unknown>> {
  const { total, read, write } = usage;
  const output = outputTokens(message);
  const spell = providerNamed(provider)?.chat?.usage ?? openaiUsage;
  return {
    prompt_tokens: total,
    completion_tokens: output,
    total_tokens: total + output,
    ...spell({
      read,
      write,
      total,
      reasoning: reasoningTokens(message),
      engine: rules.engine,
      tellsWrites: rules.tellsWrites?.value === true,
    }),
  };
}

/** Recorded on gpt-4o-mini; GPT-5.6 and later report writes too. */
function openaiUsage({ read, write, engine, reasoning }: MockedCounters): Readonly<Record<string, unknown>> {
  return {
    prompt_tokens_details: {
      cached_tokens: read,
      ...(engine === "boundaries" ? { cache_write_tokens: write } : {}),
      audio_tokens: 0,
    },
    completion_tokens_details: {
      reasoning_tokens: reasoning,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}
