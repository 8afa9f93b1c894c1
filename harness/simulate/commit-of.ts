import type { ProviderRules } from "../providers/rules/cache-rules.ts";
import type { Answer, Prediction } from "../cache-model/prompt-cache.ts";
import type { RecordedExchange } from "../cassette/recorded-exchange.ts";
import type { Layout } from "../kernel/layout.ts";
import { answerTimes } from "./answer-times.ts";
import { recordedAnswer, recordedThought } from "./recorded/recorded-answer.ts";
import type { RecordedUsage } from "./recorded/recorded-usage.ts";

/** The effects of a recorded response on a cache. */
export type Commit = { readonly prediction: Prediction; readonly firstByteMs: number; readonly answer: Answer };

/** When an answer began, how it went on, and what it said where it joins its prompt: elsewhere its body is not read for it. */
export function commitOf(
  prediction: Prediction,
  rules: ProviderRules,
  {
    exchange,
    layout,
    usage,
    startMs,
  }: {
    readonly exchange: RecordedExchange;
    readonly layout: Layout;
    readonly usage: RecordedUsage | null;
    readonly startMs: number;
  },
): Commit {
  const { firstByteMs, endMs } = answerTimes(exchange, startMs);
  const outputTokens = usage?.outputTokens ?? null;
  const readTokens = usage?.counts.read ?? null;
  const isKept = rules.engine === "shared-prefix" && rules.keepsAnswer.value;
  if (!isKept || outputTokens === null) return { prediction, firstByteMs, answer: { endMs, outputTokens, readTokens } };
  const { response, usage: reported } = exchange;
  const thoughtTokens = recordedThought(response, reported);
  const written = recordedAnswer(layout.dialect, response);
  return { prediction, firstByteMs, answer: { endMs, outputTokens, readTokens, thoughtTokens, written } };
}
