/** Lets the first fork of a parent run alone until its first byte, when the others can read what it writes. */
export class StartLine {
  #opened: Promise<void> | null = null;

  /** Runs a fork, which calls `begun` at its first byte. One that ends without an answer opens the line, too. */
  async pass<Result>(run: (begun: () => void) => Promise<Result>): Promise<Result> {
    if (this.#opened !== null) {
      await this.#opened;
      return run(() => undefined);
    }
    const line = Promise.withResolvers<void>();
    this.#opened = line.promise;
    try {
      return await run(line.resolve);
    } finally {
      line.resolve();
    }
  }
}
