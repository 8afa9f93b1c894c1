import type { Interruption } from "../fork-result.ts";
import type { StartTimer } from "./timer.ts";

/** The outside reasons to end a run: the caller's signal, the handle, the clock. The first one counts. */
export type RunLimits = {
  /** Aborts with the run. For the client and the tools. */
  readonly signal: AbortSignal;
  readonly interruption: () => Interruption | null;
  readonly abort: (reason: string) => void;
  /** Settles with `work`, or rejects at once when the run is interrupted, whether or not `work` follows the signal. */
  readonly race: <T>(work: () => T | Promise<T>) => Promise<T>;
  /** Stops the clock and lets go of the caller's signal. */
  readonly release: () => void;
};

export function startLimits(from: {
  /** Signals that abort the run: of its caller, and of the run that it was started in. */
  readonly signals: readonly AbortSignal[];
  readonly timeoutMs: number | null;
  readonly startTimer: StartTimer;
}): RunLimits {
  const { signals, timeoutMs, startTimer } = from;
  const controller = new AbortController();
  let interruption: Interruption | null = null;
  const interrupt = (cause: Interruption): void => {
    interruption ??= cause;
    controller.abort(new Error(interruption.cause));
  };
  const unfollow = signals.map((parent) =>
    follow(parent, (reason) => interrupt({ cause: "aborted", reason: reasonOf(reason) })),
  );
  const stopTimer = timeoutMs === null ? null : startTimer(timeoutMs, () => interrupt({ cause: "timeout", timeoutMs }));
  return {
    signal: controller.signal,
    interruption: () => interruption,
    abort: (reason) => interrupt({ cause: "aborted", reason }),
    race: (work) => raceWith(controller.signal, work),
    release: () => {
      stopTimer?.();
      for (const stop of unfollow) stop();
    },
  };
}

/** Calls back when `parent` aborts, or at once if it has aborted. Returns a function that stops this. Never aborts `parent`. */
function follow(parent: AbortSignal, abort: (reason: unknown) => void): () => void {
  const listener = (): void => abort(parent.reason);
  if (parent.aborted) listener();
  parent.addEventListener("abort", listener, { once: true });
  return () => parent.removeEventListener("abort", listener);
}

async function raceWith<T>(signal: AbortSignal, work: () => T | Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise: interrupted, reject } = Promise.withResolvers<never>();
  const interrupt = (): void => reject(signal.reason);
  signal.addEventListener("abort", interrupt, { once: true });
  try {
    return await Promise.race([work(), interrupted]);
  } finally {
    signal.removeEventListener("abort", interrupt);
  }
}

function reasonOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}
