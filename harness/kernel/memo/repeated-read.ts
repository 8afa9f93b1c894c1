/** The items of a generator, readable repeatedly, and generated no further than any reader went. */
export class RepeatedRead<T> implements Iterable<T> {
  readonly #source: Iterator<T>;
  readonly #read: T[] = [];

  constructor(source: Iterator<T>) {
    this.#source = source;
  }

  *[Symbol.iterator](): Generator<T> {
    for (let at = 0; ; at += 1) {
      if (at === this.#read.length) {
        const next = this.#source.next();
        if (next.done === true) return;
        this.#read.push(next.value);
      }
      const item = this.#read[at];
      if (item !== undefined) yield item;
    }
  }
}
