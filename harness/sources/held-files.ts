/** What is open, for one owner to close: the last first. Node 22 has no `DisposableStack`. */
export class HeldFiles implements Disposable {
  readonly #held: Disposable[] = [];

  use<Held extends Disposable>(held: Held): Held {
    this.#held.push(held);
    return held;
  }

  [Symbol.dispose](): void {
    for (const each of this.#held.splice(0).reverse()) each[Symbol.dispose]();
  }
}
