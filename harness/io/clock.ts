/** Wall-clock time, for the `timing` part of a report, to reject future dates, and for the times in answers of `serve`. Nothing else depends on it. */
export function epochMs(): number {
  return Date.now();
}

/** Milliseconds from an arbitrary start; never goes back. */
export function monotonicMs(): number {
  return performance.now();
}

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
