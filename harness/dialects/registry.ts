import type { Exchange } from "../kernel/exchange.ts";
import { anthropicMessages } from "./anthropic-messages/anthropic-messages.ts";
import type { Dialect } from "./dialect.ts";

/** Every wire format that the judge reads, asked in this order. */
export const dialects: readonly Dialect[] = [anthropicMessages];

/** The dialect of a request, or null where none recognises it. `exchange.request` is valid JSON. */
export function recognise(exchange: Exchange): Dialect | null {
  return dialects.find((dialect) => dialect.recognises(exchange, exchange.request)) ?? null;
}
