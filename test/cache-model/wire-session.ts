import { cacheScope } from "../../harness/cache-model/cache-scope.ts";
import { createPromptCache } from "../../harness/cache-model/engines/create-prompt-cache.ts";
import type { ProviderRules } from "../../harness/providers/rules/cache-rules.ts";
import type { Prediction } from "../../harness/cache-model/prompt-cache.ts";
import { chainOf } from "../../harness/cache-model/prompt/prompt-chain.ts";
import { rulesOf } from "../../harness/cache-model/rules/rules-of.ts";
import type { Wire } from "../../harness/wires/wire.ts";
import { openaiChat } from "../../harness/wires/openai-chat/wire.ts";
import type { Header } from "../../harness/kernel/exchange.ts";
import type { WrittenPart } from "../../harness/cache-model/prompt/written-parts.ts";
import { writtenTokens } from "./cache-session.ts";

type Json = { readonly [name: string]: unknown };

export type Sending = {
  readonly atMs?: number;
  /** Tokens of the answer. */
  readonly output?: number;
  /** What it said; unknown unless given. */
  readonly written?: readonly WrittenPart[];
  /** Of its tokens, those of thoughts. */
  readonly thought?: number;
  /** Milliseconds until the response ends. */
  readonly lasts?: number;
  readonly headers?: readonly Header[];
  /** Tokens behind the last block, where this request has others than its session. */
  readonly trailer?: number;
};

/** What the vectors of inclusive wires say: the whole prompt, what of it was read, what was written. */
export type Counts = readonly [total: number, read: number, write: number];

export type WireSession = { readonly send: (body: Json, sending?: Sending) => Counts };

/** The same in the counters of wire formats that separate what was read, what was written and the rest. */
export function disjoint([total, read, write]: Counts): readonly [fresh: number, write: number, read: number] {
  return [total - read - write, write, read];
}

/** A provider's cache on a wire, asked every ten seconds unless a time is given. */
export function wireSession(
  provider: string,
  { dialect = openaiChat, trailer = 0, rules }: { dialect?: Wire; trailer?: number; rules?: ProviderRules } = {},
): WireSession {
  const caches = new Map<ProviderRules, ReturnType<typeof createPromptCache>>();
  let clock = -10_000;
  let requests = 0;
  return {
    send: (body, { atMs, output = 0, written, thought, lasts = 100, headers = [], trailer: own = trailer } = {}) => {
      clock = atMs ?? clock + 10_000;
      requests += 1;
      const layout = dialect.parseLayout(Buffer.from(JSON.stringify(body)));
      const isMarked = layout.units.some((unit) => unit.unit === "block" && unit.marks.length > 0);
      const model = typeof body["model"] === "string" ? body["model"] : "";
      const chosen = rules ?? rulesOf({ provider, model, dialect: dialect.name, isMarked });
      if (chosen === null) throw new Error(`no cache of ${provider} is modelled`);
      const cache = caches.get(chosen) ?? createPromptCache(chosen);
      caches.set(chosen, cache);
      const workspace = cacheScope({ id: String(requests), headers }, chosen);
      const chain = chainOf(layout, { rules: chosen, tokens: writtenTokens(own), workspace });
      const prediction: Prediction = cache.predict(chain, clock);
      cache.commit(prediction, clock + 1, {
        endMs: clock + lasts,
        outputTokens: output,
        written: written ?? null,
        thoughtTokens: thought ?? null,
      });
      return [prediction.usage.total, prediction.usage.read, prediction.usage.write];
    },
  };
}

/** Chat messages as plain strings: `["user", "u 12tok"]`. */
export function chat(model: string, ...messages: readonly (readonly [role: string, text: string])[]): Json {
  return { model, messages: messages.map(([role, content]) => ({ role, content })) };
}
