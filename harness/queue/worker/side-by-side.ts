type Waiting = { readonly isAlone: boolean; readonly begin: () => void };

/** Which jobs of a worker may run at once: any, but for one that runs alone. */
export class SideBySide {
  readonly #waiting: Waiting[] = [];
  #running = 0;
  #isAlone = false;

  /** Resolves when the job may begin, in the order of calls. The job ends when the result is disposed of. */
  async begin(isAlone: boolean): Promise<Disposable> {
    const begun = Promise.withResolvers<void>();
    this.#waiting.push({ isAlone, begin: begun.resolve });
    this.#beginNext();
    await begun.promise;
    return { [Symbol.dispose]: () => this.#end() };
  }

  #beginNext(): void {
    for (let [first] = this.#waiting; first !== undefined && this.#fits(first); [first] = this.#waiting) {
      this.#waiting.shift();
      this.#running += 1;
      this.#isAlone = first.isAlone;
      first.begin();
    }
  }

  #fits({ isAlone }: Waiting): boolean {
    return isAlone ? this.#running === 0 : !this.#isAlone;
  }

  #end(): void {
    this.#running -= 1;
    this.#isAlone = false;
    this.#beginNext();
  }
}
