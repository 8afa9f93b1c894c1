import type { OwnVariables } from "./subject-environment.ts";
import { SubjectWorker } from "./subject-worker.ts";

/**
 * The workers of a run. A worker goes from job to job while it is as it was at its start. Once a job has spoiled one, another one waits
 * ready, so that the next job need not wait for its start.
 */
export class SubjectWorkers implements Disposable {
  readonly #all = new Set<SubjectWorker>();
  readonly #single = new Set<SubjectWorker>();
  #idle: SubjectWorker[] = [];
  #spares = 0;

  /** Starts a worker for a job to come. */
  warm(): void {
    if (this.#idle.length === 0) this.#idle.push(this.#start());
  }

  /** A worker for one job; with `isFresh` one that no job has seen, and with variables of its own one that no job will see. */
  async lease({ isFresh, env }: { readonly isFresh: boolean; readonly env: OwnVariables }): Promise<SubjectWorker> {
    if (Object.keys(env).length > 0) {
      const worker = this.#start(env);
      this.#single.add(worker);
      return worker;
    }
    const found = (await this.#takeIdle(isFresh)) ?? this.#start();
    while (this.#idle.length < this.#spares) this.#idle.push(this.#start());
    return found;
  }

  giveBack(worker: SubjectWorker): void {
    // Used ones first: a spare is to stay one.
    if (worker.isUsable && !this.#single.has(worker)) this.#idle.unshift(worker);
    else this.#discard(worker);
  }

  [Symbol.dispose](): void {
    for (const worker of this.#all) this.#discard(worker);
  }

  async #takeIdle(isFresh: boolean): Promise<SubjectWorker | null> {
    for (;;) {
      // Looked for anew each time: jobs that run at once may have taken any while this one waited.
      const worker = this.#idle.find(({ isUsed }) => !(isFresh && isUsed));
      if (worker === undefined) return null;
      this.#idle = this.#idle.filter((each) => each !== worker);
      if (await worker.settles()) return worker;
      this.#discard(worker);
    }
  }

  #start(env: OwnVariables = {}): SubjectWorker {
    const worker = new SubjectWorker(env);
    this.#all.add(worker);
    return worker;
  }

  #discard(worker: SubjectWorker): void {
    worker.kill();
    this.#all.delete(worker);
    if (!this.#single.delete(worker)) this.#spares = 1;
  }
}
