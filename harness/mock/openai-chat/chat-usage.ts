import type { Answer } from "../mock-wire.ts";
import { outputTokens, reasoningTokens } from "../output-tokens.ts";

/**
 * The counters of a completion, as its provider spells them: all count what was read into the prompt. What a provider does
 * not report is left out, never 0.
 */
export function chatUsage(answer: Answer, provider: string): Readonly<Record<string, unknown>> {
  const { total } = answer.usage;
  const output = outputTokens(answer.message);
  const counters = { prompt_tokens: total, completion_tokens: output, total_tokens: total + output };
  return { ...counters, ...(SPELLINGS[provider] ?? openaiSpelling)(answer) };
}

type Spelling = (answer: Answer) => Readonly<Record<string, unknown>>;

/** Recorded on gpt-4o-mini; since GPT-5.6 what was written is told too. */
const openaiSpelling: Spelling = ({ usage, rules, message }) => ({
  prompt_tokens_details: {
    cached_tokens: usage.read,
    ...(rules.engine === "boundaries" ? { cache_write_tokens: usage.write } : {}),
    audio_tokens: 0,
  },
  completion_tokens_details: {
    reasoning_tokens: reasoningTokens(message),
    audio_tokens: 0,
    accepted_prediction_tokens: 0,
    rejected_prediction_tokens: 0,
  },
});

/** Recorded, but for DashScope, MiniMax and Moonshot: provider-caches.md 5, 7 and 8. */
const SPELLINGS: Readonly<Record<string, Spelling>> = {
  dashscope: ({ usage, rules }) => ({
    prompt_tokens_details: {
      cached_tokens: usage.read,
      ...(rules.engine === "marked-blocks" ? { cache_creation_input_tokens: usage.write } : {}),
    },
  }),
  deepseek: ({ usage }) => ({
    prompt_tokens_details: { cached_tokens: usage.read },
    prompt_cache_hit_tokens: usage.read,
    prompt_cache_miss_tokens: usage.total - usage.read,
  }),
  groq: ({ usage }) => (usage.read === 0 ? {} : { prompt_tokens_details: { cached_tokens: usage.read } }),
  minimax: ({ usage }) => ({ prompt_tokens_details: { cached_tokens: usage.read } }),
  mistral: ({ usage }) => ({ prompt_tokens_details: { cached_tokens: usage.read } }),
  moonshot: ({ usage, rules }) => ({
    cached_tokens: usage.read,
    ...(rules.tellsWrites?.value === true ? { cache_write_tokens: usage.write } : {}),
  }),
  openrouter: ({ usage, message }) => ({
    prompt_tokens_details: { cached_tokens: usage.read, cache_write_tokens: usage.write, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: reasoningTokens(message), image_tokens: 0 },
  }),
  zai: ({ usage }) => ({ prompt_tokens_details: { cached_tokens: usage.read } }),
};
