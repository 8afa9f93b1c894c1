import { spawn } from "node:child_process";
import { constants } from "node:os";

/** How a program that shares our terminal ended. */
export type AttachedExit =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "killed"; readonly signal: NodeJS.Signals; readonly code: number }
  | { readonly kind: "not started"; readonly reason: string };

/** A shell reports a program that a signal ended as 128 and the signal's number. */
const SIGNALLED = 128;

/**
 * Runs a program to its end with `environment` added to ours. It has our stdin and stderr, and our stdout, or our stderr
 * for its stdout where stdout is kept for a document.
 */
export async function runAttached(
  [program, ...args]: readonly [string, ...string[]],
  { environment, keepStdout }: { readonly environment: Readonly<Record<string, string>>; readonly keepStdout: boolean },
): Promise<AttachedExit> {
  const { promise, resolve } = Promise.withResolvers<AttachedExit>();
  const child = spawn(program, args, {
    env: { ...process.env, ...environment },
    stdio: ["inherit", keepStdout ? 2 : "inherit", "inherit"],
  });
  child.on("error", (fault: NodeJS.ErrnoException) => {
    resolve({ kind: "not started", reason: fault.code ?? fault.message });
  });
  child.on("close", (code, signal) => {
    resolve(
      signal === null
        ? { kind: "exited", code: code ?? 0 }
        : { kind: "killed", signal, code: SIGNALLED + constants.signals[signal] },
    );
  });
  return promise;
}
