import type { RecordedExchange, Source } from "../../harness/cassette/recorded-exchange.ts";
import type { Exchange, Recording } from "../../harness/kernel/exchange.ts";
import { recognise } from "../../harness/wires/recognise.ts";
import type { DialectName } from "../../harness/kernel/layout.ts";

type Counters = { readonly read: number; readonly write: number; readonly fresh: number };

/** A usage object as each wire spells it. */
const SPELLED: Readonly<Record<DialectName, (counters: Counters) => NonNullable<Exchange["usage"]>>> = {
  "anthropic-messages": ({ read, write, fresh }) => ({
    input_tokens: fresh,
    cache_creation_input_tokens: write,
    cache_read_input_tokens: read,
    output_tokens: 5,
  }),
  "openai-chat": ({ read, write, fresh }) => ({
    prompt_tokens: read + write + fresh,
    prompt_tokens_details: { cached_tokens: read },
    completion_tokens: 5,
  }),
  "openai-responses": ({ read, write, fresh }) => ({
    input_tokens: read + write + fresh,
    input_tokens_details: { cached_tokens: read },
    output_tokens: 5,
  }),
  "gemini-generate": ({ read, write, fresh }) => ({
    promptTokenCount: read + write + fresh,
    cachedContentTokenCount: read,
    candidatesTokenCount: 5,
  }),
  "bedrock-converse": ({ read, write, fresh }) => ({
    inputTokens: fresh,
    cacheReadInputTokens: read,
    cacheWriteInputTokens: write,
    outputTokens: 5,
  }),
};

const UNTOLD = {
  dialect: null,
  provider: null,
  usage: null,
  chunks: null,
  socket: null,
  outcome: null,
  redacted: null,
  encoded: { request: null, response: null },
} as const;

/** The recording, in which a provider reports for each request that it read a share of the prompt; the shares take turns. */
export function withCounters(recording: Recording, shares: readonly number[]): Source {
  const load = (id: string): RecordedExchange => {
    const exchange = { ...UNTOLD, ...recording.load(id) };
    const wire = exchange.request.length === 0 ? null : recognise(exchange);
    if (wire === null || (exchange.response?.status ?? 200) >= 400) return exchange;
    const total = Math.ceil(exchange.request.length / 4);
    const read = Math.floor(total * (shares[recording.ids.indexOf(id) % shares.length] ?? 0));
    const write = Math.floor((total - read) / 2);
    const usage = SPELLED[wire.name]({ read, write, fresh: total - read - write });
    const response = exchange.response && { ...exchange.response, usageIsReal: true };
    return { ...exchange, usage, response };
  };
  return { ...recording, load };
}
