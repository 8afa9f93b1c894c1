import { seededRandom } from "../../../fixtures/make/random.ts";

/** Seeded choices: a session is made anew from its number. */
export class Chance {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seededRandom(Math.imul(seed, 2_654_435_761));
  }

  /** A whole number from `least` to `most`. */
  int(least: number, most: number): number {
    return least + Math.floor(this.#random() * (most - least + 1));
  }

  /** True in so many of a hundred cases. */
  percent(share: number): boolean {
    return this.#random() * 100 < share;
  }

  pick<T>(choices: readonly T[]): T {
    const found = choices[this.int(0, choices.length - 1)];
    if (found === undefined) throw new Error("nothing to choose from");
    return found;
  }

  shuffled<T>(list: readonly T[]): T[] {
    const left = [...list];
    return list.map(() => left.splice(this.int(0, left.length - 1), 1)[0] as T);
  }
}
