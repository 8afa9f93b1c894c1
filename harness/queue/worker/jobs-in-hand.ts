import type { JobMessage } from "../messages.ts";

/** The jobs that a worker runs, or whose results it has not sent yet. A server that crashed forgets that it delivered them, and does so again. */
export class JobsInHand {
  readonly #ends = new Map<string, PromiseWithResolvers<void>>();

  has(job: JobMessage): boolean {
    return this.#ends.has(keyOf(job));
  }

  /** Resolves when no other delivery of this job is in hand. Then this one is, until the result is disposed of. */
  async take(job: JobMessage): Promise<Disposable> {
    const key = keyOf(job);
    for (let other = this.#ends.get(key); other !== undefined; other = this.#ends.get(key)) await other.promise;
    const end = Promise.withResolvers<void>();
    this.#ends.set(key, end);
    return {
      [Symbol.dispose]: () => {
        this.#ends.delete(key);
        end.resolve();
      },
    };
  }
}

function keyOf({ run, index }: JobMessage): string {
  return `${run}.${index}`;
}
