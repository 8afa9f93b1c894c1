import type { Exchange } from "../../harness/kernel/exchange.ts";
import { wireExchange } from "./wire-bodies.ts";

/** An exchange on Anthropic's wire around a hand-written body. */
export function messagesExchange(body: string | Buffer, id = "1"): Exchange {
  return wireExchange("anthropic-messages", body, id);
}
