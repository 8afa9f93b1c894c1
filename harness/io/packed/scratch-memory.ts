/** The most that is reused: larger content is seldom, and would stay in memory. */
const SIZE = 1024 * 1024;

/**
 * Memory for bytes that are used up before the next ones come. New memory for each would cost more than most of what is done with them: the
 * system has to map it, and the runtime collects garbage to get it back.
 */
export class ScratchMemory {
  #bytes: Buffer | null = null;
  #used = 0;

  /** A piece of it; memory of its own if that does not fit. */
  readonly take = (size: number): Buffer => {
    if (this.#used + size > SIZE) return Buffer.allocUnsafeSlow(size);
    this.#bytes ??= Buffer.allocUnsafeSlow(SIZE);
    const piece = this.#bytes.subarray(this.#used, this.#used + size);
    this.#used += size;
    return piece;
  };

  /** All pieces may be overwritten from now on. */
  reuse(): void {
    this.#used = 0;
  }
}
