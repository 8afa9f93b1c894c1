import type { Line } from "./each-line.ts";

/** `named` is the id that the line gives itself, where another line has it already. */
export type IndexedLine = Line & { readonly named?: string };

/** Of each line its number, where it starts and ends, and whether it was ended: in one array of numbers, since a log has many lines. */
const FACTS = 4;

/** The lines of a file by the ids of their exchanges, in file order. */
export class LineTable {
  readonly #orders = new Map<string, number>();
  readonly #named = new Map<number, string>();
  #facts = new Float64Array(FACTS * 256);

  add(id: string, { number, start, end, ended }: Line, named: string | null): void {
    const order = this.#orders.size;
    if ((order + 1) * FACTS > this.#facts.length) {
      const larger = new Float64Array(this.#facts.length * 2);
      larger.set(this.#facts);
      this.#facts = larger;
    }
    this.#facts.set([number, start, end, ended ? 1 : 0], order * FACTS);
    this.#orders.set(id, order);
    if (named !== null) this.#named.set(order, named);
  }

  get(id: string): IndexedLine | null {
    const order = this.#orders.get(id);
    if (order === undefined) return null;
    const [number = 0, start = 0, end = 0, ended] = this.#facts.subarray(order * FACTS, (order + 1) * FACTS);
    const named = this.#named.get(order);
    return { number, start, end, ended: ended === 1, ...(named === undefined ? {} : { named }) };
  }

  /** The number of a line's exchange in file order, from 0; null for an unknown id. */
  orderOf(id: string): number | null {
    return this.#orders.get(id) ?? null;
  }

  ids(): string[] {
    return [...this.#orders.keys()];
  }
}
