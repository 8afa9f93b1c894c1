import { setTimeout } from "node:timers/promises";
import { retryAfterMs } from "./refusal.ts";

/** Waits before a retry; rejects when `signal` aborts. */
export type Wait = (delayMs: number, signal: AbortSignal) => Promise<void>;

/** The machine's clock. */
export const systemWait: Wait = async (delayMs, signal) => setTimeout(delayMs, undefined, { signal });

/**
 * The pause in milliseconds before a retry: the provider's own wish up to a minute, else 0.5 seconds, doubled with every retry
 * up to 8 seconds, less up to a quarter at random. `headers` is null if no response came.
 */
export function retryPauseMs(retries: number, headers: Headers | null): number {
  const wishMs = headers === null ? null : retryAfterMs(headers);
  if (wishMs !== null && wishMs >= 0 && wishMs <= 60_000) return wishMs;
  return Math.min(500 * 2 ** retries, 8000) * (1 - Math.random() * 0.25);
}
