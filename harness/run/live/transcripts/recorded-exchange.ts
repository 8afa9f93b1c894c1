import type { RecordedExchange } from "../../../cassette/recorded-exchange.ts";
import type { Exchange } from "../../../kernel/exchange.ts";

/** An exchange of a live run as a cassette keeps it. */
export function recordedExchange(exchange: Exchange, forkOf: string | null): RecordedExchange {
  return {
    ...exchange,
    forkOf,
    usage: null,
    dialect: null,
    provider: null,
    chunks: null,
    socket: null,
    outcome: null,
    redacted: null,
    encoded: { request: null, response: null },
  };
}
