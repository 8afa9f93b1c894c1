import { monotonicMs } from "./clock.ts";
import { claimSignals, ONE_REQUEST_MS } from "./held-signals.ts";

/** Listens for signals that ask this process to end, until it is disposed of. */
export type Interrupt = Disposable & {
  /** Aborted by the first one. */
  readonly signal: AbortSignal;
  readonly requested: () => boolean;
};

/**
 * The first signal is a request (`onFirst` reports it to the user), the second ends the process at once with 130. Between the two
 * the caller finishes its current step and reports its results. With `onSecond` the caller stops at the second, and the third ends
 * the process. npm passes on a Ctrl-C that the terminal has sent us as well, and `timeout` signals its command and then the whole
 * group: a signal that follows so quickly is the same request.
 */
export function listenForInterrupt(
  onFirst: (signal: NodeJS.Signals) => void,
  signals: readonly NodeJS.Signals[] = ["SIGINT"],
  onSecond: (() => void) | null = null,
): Interrupt {
  const request = new AbortController();
  let lastMs = 0;
  let isRepeated = false;
  const listener = (signal: NodeJS.Signals): void => {
    if (!request.signal.aborted) {
      lastMs = monotonicMs();
      onFirst(signal);
      request.abort();
    } else if (monotonicMs() - lastMs >= ONE_REQUEST_MS) {
      if (onSecond === null || isRepeated) process.exit(130);
      lastMs = monotonicMs();
      isRepeated = true;
      onSecond();
    }
  };
  for (const signal of signals) process.on(signal, listener);
  const claim = claimSignals(signals);
  if (claim.pending !== null) listener(claim.pending);
  return {
    signal: request.signal,
    requested: () => request.signal.aborted,
    [Symbol.dispose]: () => {
      for (const signal of signals) process.off(signal, listener);
      claim[Symbol.dispose]();
    },
  };
}
