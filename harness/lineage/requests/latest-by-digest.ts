import type { Digest } from "./digest.ts";
import { DigestTable } from "./digest-table.ts";
import type { IndexedRequest } from "./request-summary.ts";

/** The latest requests of each digest. Most digests have one, which is kept as its number: a log has thousands. */
export class LatestByDigest {
  /** The number of a request; or -1 less the place of a list of several. */
  readonly #known = new DigestTable();
  readonly #lists: (readonly IndexedRequest[])[] = [];
  readonly #requests: readonly IndexedRequest[];
  readonly #most: number;

  /** `requests` holds all of them by their number, and so many are kept for one digest. */
  constructor(requests: readonly IndexedRequest[], most: number) {
    this.#requests = requests;
    this.#most = most;
  }

  /** The latest last. */
  of(digest: Digest): readonly IndexedRequest[] {
    const known = this.#known.get(digest);
    if (known === null) return NONE;
    if (known < 0) return this.#lists[-1 - known] ?? NONE;
    const only = this.#requests[known];
    return only === undefined ? NONE : [only];
  }

  add(digest: Digest, request: IndexedRequest): void {
    const known = this.#known.get(digest);
    if (known === null) {
      this.#known.set(digest, request.order);
      return;
    }
    const list = [...this.of(digest).slice(1 - this.#most), request];
    if (known < 0) this.#lists[-1 - known] = list;
    else this.#known.set(digest, -this.#lists.push(list));
  }
}

const NONE: readonly IndexedRequest[] = [];
