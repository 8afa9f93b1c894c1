import type { Exchange } from "../../kernel/exchange.ts";

export function isExchange(value: unknown): value is Exchange {
  return typeof value === "object" && value !== null && "request" in value && Buffer.isBuffer(value.request);
}
