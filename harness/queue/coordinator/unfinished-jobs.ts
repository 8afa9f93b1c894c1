/** The jobs of a run that have no result yet and still count, by index. */
export class UnfinishedJobs {
  readonly #left: Set<number>;
  readonly #ended: PromiseWithResolvers<void> = Promise.withResolvers();
  #low = 0;
  #changed: PromiseWithResolvers<void> = Promise.withResolvers();

  constructor(count: number) {
    this.#left = new Set(Array.from({ length: count }, (_, index) => index));
  }

  has(index: number): boolean {
    return this.#left.has(index);
  }

  get indexes(): readonly number[] {
    return [...this.#left];
  }

  /** The lowest; null if all have ended. */
  get first(): number | null {
    if (this.#left.size === 0) return null;
    // A set would look at all that were deleted in front of it, with each call.
    while (!this.#left.has(this.#low)) this.#low += 1;
    return this.#low;
  }

  /** Resolves once all have ended. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  get size(): number {
    return this.#left.size;
  }

  finish(index: number): void {
    this.#left.delete(index);
    this.#wake();
  }

  /** Those behind it no longer count; answers which. */
  dropBehind(last: number): readonly number[] {
    const dropped = this.indexes.filter((index) => index > last);
    for (const index of dropped) this.#left.delete(index);
    this.#wake();
    return dropped;
  }

  /** Resolves with the next change. */
  changed(): Promise<void> {
    return this.#changed.promise;
  }

  #wake(): void {
    if (this.#left.size === 0) this.#ended.resolve();
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
