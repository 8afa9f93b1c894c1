import type { ForkResult } from "./fork-result.ts";

/**
 * A fork that was started. Its completion never rejects: how the run ended is in the result. Whoever takes the completion
 * owns the run; a handle disposed before that aborts it, since nobody would ever see what it did.
 */
export class ForkHandle {
  readonly runId: string;
  readonly #completion: Promise<ForkResult>;
  readonly #abort: (reason: string) => void;
  #isTaken = false;

  constructor(run: {
    readonly runId: string;
    readonly completion: Promise<ForkResult>;
    readonly abort: (reason: string) => void;
  }) {
    this.runId = run.runId;
    this.#completion = run.completion;
    this.#abort = run.abort;
  }

  /** The result, once; null from then on. */
  takeCompletion(): Promise<ForkResult> | null {
    if (this.#isTaken) return null;
    this.#isTaken = true;
    return this.#completion;
  }

  /** Ends the run with stop cause `aborted`. Does nothing to a run that has ended. */
  abort(reason: string): void {
    this.#abort(reason);
  }

  /** Aborts a run whose completion nobody has taken, and waits for its end. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isTaken) return;
    this.#abort("the handle was disposed");
    await this.#completion;
  }
}
