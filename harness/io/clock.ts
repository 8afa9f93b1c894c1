import { uptime } from "node:os";

/** Wall-clock time, for the `timing` part of a report, to reject future dates, and for the times in answers of `serve`. Nothing else depends on it. */
export function epochMs(): number {
  return Date.now();
}

/** Milliseconds from an arbitrary start; never goes back. */
export function monotonicMs(): number {
  // `performance` is loaded at its first use: 3 ms of a start.
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}

/**
 * Wall-clock time as it was at the start, and what has passed since by the clock that never goes back: a clock that is set forward or back
 * in between changes nothing. Time in which the machine slept counts, as it does for a cache; that clock stands still then.
 */
export function steadyEpochMs(clocks: Clocks = { epochMs, monotonicMs, uptimeS: uptime }): () => number {
  const [epoch, began, booted] = [clocks.epochMs(), clocks.monotonicMs(), clocks.uptimeS()];
  let last = epoch;
  return () => {
    const ran = clocks.monotonicMs() - began;
    const slept = (clocks.uptimeS() - booted) * 1_000 - ran;
    // The time since the machine started is the coarser one: by it alone time could go back.
    last = Math.max(last, Math.floor(epoch + ran + (slept > SHORTEST_SLEEP_MS ? slept : 0)));
    return last;
  };
}

type Clocks = {
  readonly epochMs: () => number;
  readonly monotonicMs: () => number;
  /** Since the machine started, sleep included. */
  readonly uptimeS: () => number;
};

/** The time since the machine started comes in whole seconds on some systems. */
const SHORTEST_SLEEP_MS = 2_000;

/** Calls `fire` after `delayMs` of real time, unless the returned function is called first. At most 24.8 days. */
export function startTimer(delayMs: number, fire: () => void): () => void {
  // A longer one would overflow, and fire at once.
  const timer = setTimeout(fire, Math.min(delayMs, 2 ** 31 - 1));
  return () => clearTimeout(timer);
}

/** Resolves after `delayMs` of real time, or as soon as `signal` is aborted. */
export function pause(delayMs: number, signal: AbortSignal | null = null): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal?.aborted === true) resolve();
  const timer = setTimeout(resolve, delayMs);
  signal?.addEventListener("abort", () => resolve(), { once: true });
  return promise.finally(() => clearTimeout(timer));
}
