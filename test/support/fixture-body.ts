import { openRecording } from "../../harness/cassette/open-recording.ts";
import type { Exchange } from "../../harness/kernel/exchange.ts";

const session = openRecording("fixtures/cassettes/coding-agent");

/** A request of the made-up session, by its id. */
export function fixtureExchange(id: string): Exchange {
  return session.load(id);
}

/** The same exchange with another body. */
export function withBody(exchange: Exchange, body: Buffer | string): Exchange {
  return { ...exchange, request: Buffer.from(body) };
}
