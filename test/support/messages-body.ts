import type { Exchange } from "../../harness/kernel/exchange.ts";

/** An exchange on Anthropic's wire around a hand-written body. */
export function messagesExchange(body: string, id = "1"): Exchange {
  return {
    id,
    forkOf: null,
    method: "POST",
    path: "/v1/messages",
    host: null,
    headers: [],
    request: Buffer.from(body),
    response: null,
    startedAtMs: null,
    firstByteMs: null,
    fidelity: "A",
  };
}
