/**
 * Calls `fire` once after `delayMs`, unless the returned function is called first. The fork's only clock: tests and the
 * harness pass one that they move by hand.
 */
export type StartTimer = (delayMs: number, fire: () => void) => () => void;

/** The machine's clock. */
export const systemTimer: StartTimer = (delayMs, fire) => {
  const timer = setTimeout(fire, delayMs);
  return () => clearTimeout(timer);
};

/** Milliseconds since the epoch. */
export const systemClock: () => number = () => Date.now();

/** `setTimeout` fires at once for anything longer (Node, "Timers"): 24.8 days in milliseconds. */
export const longestTimerMs: number = 2 ** 31 - 1;

/** Resolves in the next round of the event loop: whatever waits for a promise now goes on first. */
export function nextRound(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
