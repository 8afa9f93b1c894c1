import { setTimeout } from "node:timers/promises";

/** Waits before a retry; rejects when `signal` aborts. */
export type Wait = (delayMs: number, signal: AbortSignal) => Promise<void>;

/** The machine's clock. */
export const systemWait: Wait = async (delayMs, signal) => setTimeout(delayMs, undefined, { signal });
