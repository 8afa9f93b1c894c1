import { Column } from "../../kernel/memo/column.ts";
import type { Digest } from "./digest.ts";
import { NO_DIGEST } from "./request-digest.ts";

/** A list of digests for each request of a long log: all in one column, since each list in an object of its own takes several times the room. */
export class DigestLists {
  readonly #starts = Column.ofIntegers(0);
  readonly #lengths = Column.ofIntegers(0);
  readonly #digests = Column.ofNumbers(NO_DIGEST);
  #size = 0;

  /** Empty for a request whose list was never set. */
  at(place: number): readonly Digest[] {
    const length = this.#lengths.at(place);
    if (length === 0) return NONE;
    const start = this.#starts.at(place);
    return Array.from({ length }, (_, index) => this.#digests.at(start + index));
  }

  /** A list that is set anew stands in its old place if it fits there. */
  set(place: number, digests: readonly Digest[]): void {
    if (digests.length > this.#lengths.at(place)) {
      this.#starts.set(place, this.#size);
      this.#size += digests.length;
    }
    this.#lengths.set(place, digests.length);
    const start = this.#starts.at(place);
    for (const [index, digest] of digests.entries()) this.#digests.set(start + index, digest);
  }
}

const NONE: readonly Digest[] = [];
