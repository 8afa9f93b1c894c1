import type { TokenCounter } from "../../harness/cache-model/token-counter.ts";
import { parseLayout } from "../../harness/wires/anthropic-messages/parse-layout.ts";
import { chainOf, type PromptChain } from "../../harness/cache-model/prompt/prompt-chain.ts";
import { createMarkedBlockCache } from "../../harness/cache-model/engines/marked-block-cache.ts";
import type { CacheRules } from "../../harness/providers/rules/cache-rules.ts";
import type { Prediction } from "../../harness/cache-model/prompt-cache.ts";
import { anthropicRules } from "../../harness/providers/anthropic/cache-rules.ts";

type Json = { readonly [name: string]: unknown };

/** A counter for bodies whose blocks say how long they are: `… 7351tok`. Envelopes and unmarked blocks are 0. */
export function writtenTokens(trailer: number): TokenCounter {
  return {
    grade: "exact",
    count: (layout, promptBytes, _model, from = 0) => ({
      head: 0,
      units: layout.units
        .slice(from, from + promptBytes.length)
        .map((unit) =>
          unit.unit === "block"
            ? Number(/(\d+)tok\b/.exec(layout.body.toString("utf8", unit.span.start, unit.span.end))?.[1] ?? 0)
            : 0,
        ),
      trailer,
    }),
  };
}

/** A cache, and a way to send it requests. Answers as the vectors write it: fresh, written, read. */
export function session({ trailer = 0, rules = anthropicRules }: { trailer?: number; rules?: CacheRules } = {}): {
  readonly send: (
    body: Json,
    atMs?: number,
    sending?: Sending,
  ) => readonly [fresh: number, write: number, read: number];
  readonly predict: (body: Json, atMs?: number, sending?: Sending) => Prediction;
  readonly commit: (prediction: Prediction, firstByteMs: number) => void;
} {
  const cache = createMarkedBlockCache(rules);
  let clock = 0;
  const predict = (
    body: Json,
    atMs?: number,
    { workspace = "w", trailer: own = trailer }: Sending = {},
  ): Prediction => {
    clock = atMs ?? clock + 1000;
    return cache.predict(chainFrom(body, own, rules, workspace), clock);
  };
  return {
    predict,
    commit: cache.commit,
    send: (body, atMs, sending) => {
      const prediction = predict(body, atMs, sending);
      cache.commit(prediction, prediction.startMs + 1);
      return counts(prediction);
    },
  };
}

type Sending = {
  readonly workspace?: string;
  /** Tokens behind the last block, where this request has others than its session: they go by its last block. */
  readonly trailer?: number;
};

export function counts({ usage }: Prediction): readonly [fresh: number, write: number, read: number] {
  return [usage.fresh, usage.write, usage.read];
}

export function chainFrom(body: Json, trailer = 0, rules: CacheRules = anthropicRules, workspace = "w"): PromptChain {
  const layout = parseLayout(Buffer.from(JSON.stringify(body)));
  return chainOf(layout, { rules, tokens: writtenTokens(trailer), workspace });
}

export const mark = { type: "ephemeral" } as const;
export const mark1h = { type: "ephemeral", ttl: "1h" } as const;

/** A text block of so many tokens. */
export function say(name: string, tokens: number, cache_control?: Json): Json {
  return { type: "text", text: `${name} ${tokens}tok`, ...(cache_control && { cache_control }) };
}

export function tool(name: string, tokens: number, cache_control?: Json): Json {
  return {
    name,
    description: `${tokens}tok`,
    input_schema: { type: "object" },
    ...(cache_control && { cache_control }),
  };
}

export function user(...content: readonly Json[]): Json {
  return { role: "user", content };
}

export function assistant(...content: readonly Json[]): Json {
  return { role: "assistant", content };
}

/** A request; Sonnet 4.5 (minimum 1,024 tokens) unless said otherwise. */
export function ask(members: Json): Json {
  return { model: "claude-sonnet-4-5", max_tokens: 64, ...members };
}
