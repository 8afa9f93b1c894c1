/** The jobs of a run that have no result yet and still count, by index. */
export class UnfinishedJobs {
  readonly #left: Set<number>;
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

  /** The lowest; null if all have ended. A set keeps the order in which they were added. */
  get first(): number | null {
    for (const index of this.#left) return index;
    return null;
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
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
