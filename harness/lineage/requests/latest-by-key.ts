/** The latest values of each key. Most keys have one, which is kept without a list around it: a log has thousands. */
export class LatestByKey<Value extends object> {
  readonly #known = new Map<string, Value | readonly Value[]>();
  readonly #most: number;

  /** So many are kept for one key. */
  constructor(most: number) {
    this.#most = most;
  }

  /** The latest last. */
  of(key: string): readonly Value[] {
    const known = this.#known.get(key);
    if (known === undefined) return [];
    return isList(known) ? known : [known];
  }

  add(key: string, value: Value): void {
    const known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, value);
    else this.#known.set(key, [...(isList(known) ? known : [known]).slice(1 - this.#most), value]);
  }
}

function isList<Value extends object>(known: Value | readonly Value[]): known is readonly Value[] {
  return Array.isArray(known);
}
