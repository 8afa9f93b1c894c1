import type { ForkResult } from "./fork-result.ts";

/**
 * A fork that was started. Its completion never rejects: how the run ended is in the result, so leaving it unawaited is
 * legal. The caller that takes the completion owns the run. A handle disposed or garbage-collected before that aborts it,
 * since its result would be lost. `detach()` prevents that.
 */
export class ForkHandle {
  readonly runId: string;
  readonly #completion: Promise<ForkResult>;
  readonly #abort: (reason: string) => void;
  #isOwned = false;

  constructor(run: {
    readonly runId: string;
    readonly completion: Promise<ForkResult>;
    readonly abort: (reason: string) => void;
  }) {
    this.runId = run.runId;
    this.#completion = run.completion;
    this.#abort = run.abort;
    abandoned.register(this, run.abort, this);
  }

  /** The result, once; null from then on, and after `detach()`. */
  takeCompletion(): Promise<ForkResult> | null {
    if (this.#isOwned) return null;
    this.#disown();
    return this.#completion;
  }

  /** Lets the run go on to its end without an owner. Its limits and the caller's signal still hold. */
  detach(): void {
    this.#disown();
  }

  /** Ends the run with stop cause `aborted`. Does nothing to a run that has ended. */
  abort(reason: string): void {
    this.#abort(reason);
  }

  /** Aborts a run that was neither taken nor detached, and waits for its end. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isOwned) return;
    this.#disown();
    this.#abort("the handle was disposed");
    await this.#completion;
  }

  #disown(): void {
    this.#isOwned = true;
    abandoned.unregister(this);
  }
}

/** Holds the way to abort a run, never the handle: a run must not keep its own handle alive. */
const abandoned = new FinalizationRegistry<(reason: string) => void>((abort) =>
  abort("the handle was lost: neither taken, detached nor disposed"),
);
