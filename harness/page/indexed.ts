/** Numbers values in the order in which they first appear. */
export class Indexed {
  readonly values: string[] = [];
  readonly #places = new Map<string, number>();

  of(value: string): number {
    const known = this.#places.get(value);
    if (known !== undefined) return known;
    this.#places.set(value, this.values.length);
    return this.values.push(value) - 1;
  }
}
