import { estimateTokens } from "../../harness/cache-model/estimate-tokens.ts";
import { cacheScope } from "../../harness/cache-model/cache-scope.ts";
import { createPromptCache } from "../../harness/cache-model/engines/create-prompt-cache.ts";
import type { PromptCache } from "../../harness/cache-model/prompt-cache.ts";
import { chainOf } from "../../harness/cache-model/prompt/prompt-chain.ts";
import { rulesOf } from "../../harness/cache-model/rules/rules-of.ts";
import type { ProviderRules } from "../../harness/providers/rules/cache-rules.ts";
import type { TokenCounter } from "../../harness/cache-model/token-counter.ts";
import { predictedLongWrite } from "../../harness/cache-model/write-lifetimes.ts";
import { modelOf } from "../../harness/wires/model-of.ts";
import { recognise } from "../../harness/wires/recognise.ts";
import type { Exchange, Recording } from "../../harness/kernel/exchange.ts";
import type { JudgedRecording } from "../../harness/kernel/inspection/inspection.ts";
import type { DialectName } from "../../harness/kernel/layout.ts";
import { sum } from "../../harness/kernel/numbers.ts";
import { priceOf } from "../../harness/money/price-of.ts";
import { pricedInspection } from "../../harness/money/priced-inspection.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { recordingOf } from "../diagnosis/inspect-example.ts";
import type { Client, Sent } from "./conversation.ts";

const OUTPUT = 40;

/** A provider that counts otherwise than we estimate, as all do. */
const theirs: TokenCounter = {
  grade: "exact",
  count: (...asked) => {
    const counts = estimateTokens.count(...asked);
    return { ...counts, units: counts.units.map((tokens) => Math.ceil(tokens * 1.13)) };
  },
};

/** A recording of what a provider would answer, and what its prompts cost in USD: all of them, and each. */
export type Served = {
  readonly recording: Recording;
  readonly usd: number;
  readonly prices: readonly number[];
  /** What a token costs more that is not read, and how many tokens the cache reads at once. */
  readonly unreadUsd: number;
  readonly unitTokens: number;
};

/** What a provider that keeps its rules does. Before the request `evictedAt` it drops all that it had stored. */
export function served(client: Client, sent: readonly Sent[], evictedAt: string | null = null): Served {
  const caches = new Map<ProviderRules, PromptCache>();
  const prices: number[] = [];
  let [unreadUsd, unitTokens] = [0, 0];
  const exchanges = sent.map(({ id, body, headers, atMs, path, forkOf, answer }): Exchange => {
    const blank: Exchange & { readonly provider: string } = {
      id,
      forkOf,
      method: "POST",
      path,
      host: null,
      headers,
      request: body,
      response: null,
      startedAtMs: atMs,
      firstByteMs: 400,
      fidelity: "A",
      provider: client.provider,
    };
    const dialect = recognise(blank);
    if (dialect === null) throw new Error(`no wire format reads ${path}`);
    const layout = dialect.parseLayout(body);
    const model = modelOf(layout, path) ?? "";
    const isMarked = body.includes("cache_control");
    const rules = rulesOf({ provider: client.provider, model, dialect: dialect.name, isMarked, headers });
    if (rules === null) throw new Error(`no cache of ${client.provider} is modelled`);
    if (id === evictedAt) caches.clear();
    const cache = caches.get(rules) ?? createPromptCache(rules);
    caches.set(rules, cache);
    const prediction = cache.predict(
      chainOf(layout, { rules, tokens: theirs, workspace: cacheScope(blank, rules), model }),
      atMs,
    );
    cache.commit(prediction, atMs + 400, { endMs: atMs + 1_500, outputTokens: null });
    const { read, write, fresh, writeByTtl } = prediction.usage;
    const longWrite = predictedLongWrite(writeByTtl);
    const usdOf = (tokens: Counters & { readonly output: number; readonly longWrite: number | null }): number =>
      priceOf({ provider: client.provider, model }, tokens, atMs) ?? NaN;
    prices.push(usdOf({ read, write, fresh, output: OUTPUT, longWrite }));
    const none = { read: 0, write: 0, fresh: 0, output: 0, longWrite: 0 };
    unreadUsd = Math.max(usdOf({ ...none, fresh: 1 }), usdOf({ ...none, write: 1 })) - usdOf({ ...none, read: 1 });
    unitTokens = rules.engine === "shared-prefix" ? rules.stepTokens.value : 1;
    const usage = spelled(dialect.name, { read, write, fresh });
    const response = {
      status: 200,
      contentType: "application/json",
      body: Buffer.from(JSON.stringify(answer)),
      usageIsReal: true,
    };
    return { ...blank, response, usage };
  });
  return { recording: recordingOf(exchanges), usd: sum(prices), prices, unreadUsd, unitTokens };
}

export function inspected({ recording }: { readonly recording: Recording }): JudgedRecording {
  return pricedInspection(inspectRecording(recording));
}

type Counters = { readonly read: number; readonly write: number; readonly fresh: number };

function spelled(wire: DialectName, { read, write, fresh }: Counters): Record<string, unknown> {
  const total = read + write + fresh;
  switch (wire) {
    case "anthropic-messages":
      return {
        input_tokens: fresh,
        cache_read_input_tokens: read,
        cache_creation_input_tokens: write,
        output_tokens: OUTPUT,
      };
    case "bedrock-converse":
      return { inputTokens: fresh, cacheReadInputTokens: read, cacheWriteInputTokens: write, outputTokens: OUTPUT };
    case "openai-responses":
      return {
        input_tokens: total,
        input_tokens_details: { cached_tokens: read, cache_write_tokens: write },
        output_tokens: OUTPUT,
      };
    case "openai-chat":
      return {
        prompt_tokens: total,
        prompt_tokens_details: { cached_tokens: read, cache_write_tokens: write },
        completion_tokens: OUTPUT,
      };
    case "gemini-generate":
      return { promptTokenCount: total, cachedContentTokenCount: read, candidatesTokenCount: OUTPUT };
  }
}
