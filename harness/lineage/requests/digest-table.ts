import type { Digest } from "./digest.ts";

const FEWEST = 1_024;

/** Of its places so many are taken at most: a search looks at two or three. */
const FULL = 0.7;

/** A whole number for each digest, in two arrays of numbers: a log has several for each of its thousands of requests. */
export class DigestTable {
  #digests = new Float64Array(FEWEST);
  #values = new Int32Array(FEWEST);
  #size = 0;

  /** Null for an unknown digest. */
  get(digest: Digest): number | null {
    const place = this.#placeOf(digest);
    return this.#digests[place] === digest ? (this.#values[place] ?? null) : null;
  }

  set(digest: Digest, value: number): void {
    const place = this.#placeOf(digest);
    this.#values[place] = value;
    if (this.#digests[place] === digest) return;
    this.#digests[place] = digest;
    this.#size += 1;
    if (this.#size > FULL * this.#digests.length) this.#grow();
  }

  /** Where it stands, or would stand: an empty place holds 0. */
  #placeOf(digest: Digest): number {
    const last = this.#digests.length - 1;
    let place = startOf(digest) & last;
    for (let held = this.#digests[place]; held !== digest && held !== 0; held = this.#digests[place])
      place = (place + 1) & last;
    return place;
  }

  #grow(): void {
    const [digests, values] = [this.#digests, this.#values];
    this.#digests = new Float64Array(2 * digests.length);
    this.#values = new Int32Array(2 * digests.length);
    for (const [at, digest] of digests.entries()) {
      if (digest === 0) continue;
      const place = this.#placeOf(digest);
      this.#digests[place] = digest;
      this.#values[place] = values[at] ?? 0;
    }
  }
}

const number = new Float64Array(1);
const halves = new Uint32Array(number.buffer);

/** A digest is as good as drawn, so some of its bits tell where to look for it. */
function startOf(digest: Digest): number {
  number[0] = digest;
  return (halves[0] ?? 0) ^ (halves[1] ?? 0);
}
