import { constants } from "node:os";

import type { SendSignal } from "./attached-child.ts";
import { monotonicMs } from "./clock.ts";
import { ONE_REQUEST_MS } from "./held-signals.ts";

/** Passes on what asks this process to end, until it is disposed of. */
export type Termination = Disposable & {
  /** To a program that was started; it gets at once what came before it was there. */
  readonly passTo: (send: SendSignal) => void;
};

/** The signals of `kill` and `timeout`, and that of a closed terminal. */
const signals = ["SIGTERM", "SIGHUP"] as const;

/**
 * The first SIGTERM or SIGHUP is passed on (`onFirst` says so to the user), and the caller ends in its own time. The second
 * kills the program, so that the caller ends at once with what it has; one more, or one where no program runs, ends this process as the
 * signal would have.
 */
export function listenForTermination(onFirst: () => void): Termination {
  let send: SendSignal = () => false;
  let first: { readonly signal: NodeJS.Signals; readonly atMs: number } | null = null;
  let isKilled = false;
  const listener = (signal: NodeJS.Signals): void => {
    if (first === null) {
      first = { signal, atMs: monotonicMs() };
      onFirst();
      send(signal);
    } else if (monotonicMs() - first.atMs >= ONE_REQUEST_MS) {
      if (isKilled || !send("SIGKILL")) process.exit(128 + constants.signals[signal]);
      isKilled = true;
    }
  };
  for (const signal of signals) process.on(signal, listener);
  return {
    passTo: (target) => {
      send = target;
      if (first !== null) target(first.signal);
    },
    [Symbol.dispose]: () => {
      for (const signal of signals) process.off(signal, listener);
    },
  };
}
