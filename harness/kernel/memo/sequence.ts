/** Items per run: a version that extends another one copies no more than these and the list of runs. */
const RUN = 64;

/** The shared storage of versions: runs of RUN items each except the last, and the number of items. */
type SharedStorage<T> = { readonly runs: T[][]; length: number };

/**
 * A list that only grows at its end. Versions share their items: one more item costs one more, and an older version stays
 * unchanged. If two versions extend one version by different items, the second copies its last run and shares the others.
 */
export class Sequence<T> {
  readonly length: number;
  readonly #shared: SharedStorage<T>;

  private constructor(shared: SharedStorage<T>, length: number) {
    this.#shared = shared;
    this.length = length;
  }

  static empty<T>(): Sequence<T> {
    return new Sequence<T>({ runs: [], length: 0 }, 0);
  }

  static of<T>(items: Iterable<T>): Sequence<T> {
    return Sequence.empty<T>().andAll(items);
  }

  and(item: T): Sequence<T> {
    // What another version said next is mostly what this one says: a log of sessions repeats each message many times.
    if (this.#shared.length > this.length && this.#next() === item) return new Sequence(this.#shared, this.length + 1);
    const shared = this.#shared.length === this.length ? this.#shared : this.#branch();
    push(shared, item);
    return new Sequence(shared, shared.length);
  }

  /** The same for many items, which then have no version behind each. */
  andAll(items: Iterable<T>): Sequence<T> {
    const shared = this.#shared.length === this.length ? this.#shared : this.#branch();
    for (const item of items) push(shared, item);
    return shared.length === this.length ? this : new Sequence(shared, shared.length);
  }

  /** The first `count` items. */
  first(count: number): Sequence<T> {
    return count >= this.length ? this : new Sequence(this.#shared, count);
  }

  at(index: number): T | undefined {
    const place = index < 0 ? this.length + index : index;
    return place < 0 || place >= this.length ? undefined : this.#shared.runs[Math.floor(place / RUN)]?.[place % RUN];
  }

  toArray(): T[] {
    const { runs } = this.#shared;
    // Most are short, and a native call costs more than such a list.
    if (this.length <= RUN) return runs[0]?.slice(0, this.length) ?? [];
    const items = runs.flat();
    items.length = this.length;
    return items;
  }

  #next(): T | undefined {
    return this.#shared.runs[Math.floor(this.length / RUN)]?.[this.length % RUN];
  }

  #branch(): SharedStorage<T> {
    const whole = Math.floor(this.length / RUN);
    const runs = this.#shared.runs.slice(0, whole);
    const rest = this.length % RUN;
    if (rest > 0) runs.push(this.#shared.runs[whole]?.slice(0, rest) ?? []);
    return { runs, length: this.length };
  }
}

function push<T>(shared: SharedStorage<T>, item: T): void {
  const last = shared.runs.at(-1);
  if (last === undefined || last.length === RUN) shared.runs.push([item]);
  else last.push(item);
  shared.length += 1;
}
