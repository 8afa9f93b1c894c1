import { spawn } from "node:child_process";
import { constants } from "node:os";

/** How a program that shares our terminal ended. */
export type AttachedExit =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "killed"; readonly signal: NodeJS.Signals; readonly code: number }
  | { readonly kind: "not started"; readonly reason: string };

/** A shell reports a program that a signal ended as 128 and the signal's number. */
const SIGNALLED = 128;

/** Sends a signal to a program that runs; false where it has ended already. */
export type SendSignal = (signal: NodeJS.Signals) => boolean;

/**
 * Runs a program to its end with `environment` added to ours. It has our stdin and stderr, and our stdout, or our stderr
 * for its stdout where stdout is kept for a document. `onStart` is given the way to send it signals.
 */
export async function runAttached(
  [program, ...args]: readonly [string, ...string[]],
  {
    environment,
    keepStdout,
    onStart,
  }: {
    readonly environment: Readonly<Record<string, string>>;
    readonly keepStdout: boolean;
    readonly onStart: (send: SendSignal) => void;
  },
): Promise<AttachedExit> {
  const { promise, resolve } = Promise.withResolvers<AttachedExit>();
  const child = spawn(program, args, {
    env: { ...process.env, ...environment },
    stdio: ["inherit", keepStdout ? 2 : "inherit", "inherit"],
  });
  child.on("error", (fault: NodeJS.ErrnoException) => {
    resolve({ kind: "not started", reason: fault.code ?? fault.message });
  });
  child.on("spawn", () => onStart((signal) => child.kill(signal)));
  child.on("close", (code, signal) => {
    resolve(
      signal === null
        ? { kind: "exited", code: code ?? 0 }
        : { kind: "killed", signal, code: SIGNALLED + constants.signals[signal] },
    );
  });
  return promise;
}
