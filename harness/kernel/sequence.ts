/**
 * A list that only grows at its end. Versions share their items: one more costs one more, and an older version stays what
 * it was. Where two go on from one version, the second takes a copy.
 */
export class Sequence<T> {
  readonly length: number;
  readonly #items: T[];

  private constructor(items: T[]) {
    this.#items = items;
    this.length = items.length;
  }

  static empty<T>(): Sequence<T> {
    return new Sequence<T>([]);
  }

  and(item: T): Sequence<T> {
    const items = this.#items.length === this.length ? this.#items : this.toArray();
    items.push(item);
    return new Sequence(items);
  }

  at(index: number): T | undefined {
    const place = index < 0 ? this.length + index : index;
    return place < this.length ? this.#items[place] : undefined;
  }

  toArray(): T[] {
    return this.#items.slice(0, this.length);
  }
}
