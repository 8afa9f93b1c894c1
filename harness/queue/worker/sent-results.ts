import type { JobMessage, ResultMessage } from "../messages.ts";

/** More than a server keeps in memory before it writes: a worker sends up to 64 at once. */
const MOST = 512;

/** The latest results that the server took. One that crashed may have lost them, and delivers their jobs again. */
export class SentResults {
  readonly #results = new Map<string, ResultMessage>();

  /** The files of a result may be lost, too, so that only one without files can be sent again. */
  add({ run }: Pick<JobMessage, "run">, result: ResultMessage): void {
    if (result.evidence !== null || result.transcript !== null) return;
    const [oldest] = this.#results.keys();
    if (this.#results.size >= MOST && oldest !== undefined) this.#results.delete(oldest);
    this.#results.set(keyOf(run, result.index), result);
  }

  find({ run, index }: Pick<JobMessage, "run" | "index">): ResultMessage | null {
    return this.#results.get(keyOf(run, index)) ?? null;
  }
}

function keyOf(run: string, index: number): string {
  return `${run}.${index}`;
}
