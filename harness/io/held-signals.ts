import { yieldToEventLoop } from "./yield-to-event-loop.ts";

/** Ctrl-C; the signal of `kill`, `timeout` and CI; the signal of a closed terminal. */
export const endingSignals: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/** `timeout` signals its command and then the whole group, the command included: one request that comes twice. */
export const ONE_REQUEST_MS = 250;

let held: { readonly signal: NodeJS.Signals; readonly atMs: number } | null = null;
let claims = 0;
let wasClaimed = false;

/**
 * Keeps a signal that arrives before the command listens for it, so that the command still reports. A second signal ends the process
 * with 130, and so does the first one after the command has stopped listening.
 */
export function holdSignals(): void {
  for (const signal of endingSignals) process.on(signal, hold);
}

/** The signal that no command has handled; null if none arrived. */
export function heldSignal(): NodeJS.Signals | null {
  return held?.signal ?? null;
}

/** For a command that has nothing to report when it is interrupted: a signal ends it at once, as Node itself does. */
export async function releaseSignals(): Promise<void> {
  // One that has arrived is handed over in the next turn of the event loop.
  await yieldToEventLoop();
  for (const signal of endingSignals) process.off(signal, hold);
  if (held !== null) process.exit(130);
}

/** From now on the caller handles `signals`, until it is disposed of; `pending` is one that arrived earlier. */
export function claimSignals(
  signals: readonly NodeJS.Signals[],
): Disposable & { readonly pending: NodeJS.Signals | null } {
  const pending = held !== null && signals.includes(held.signal) ? held.signal : null;
  if (pending !== null) held = null;
  claims += 1;
  wasClaimed = true;
  return {
    pending,
    [Symbol.dispose]: () => {
      claims -= 1;
    },
  };
}

function hold(signal: NodeJS.Signals): void {
  if (claims > 0) return;
  const atMs = performance.now();
  if (held === null && !wasClaimed) held = { signal, atMs };
  else if (held === null || atMs - held.atMs >= ONE_REQUEST_MS) process.exit(130);
}
