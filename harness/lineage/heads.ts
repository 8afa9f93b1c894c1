import { Column } from "../kernel/memo/column.ts";
import { type Digest, digestAll } from "./requests/digest.ts";
import { LatestByDigest } from "./requests/latest-by-digest.ts";
import type { MessageTree } from "./requests/message-tree.ts";
import { NO_DIGEST, type RequestDigest } from "./requests/request-digest.ts";
import type { Child, IndexedRequest } from "./requests/request-summary.ts";

/** A request whose messages end at message `at` of another. */
export type Head = {
  readonly known: IndexedRequest;
  readonly at: number;
  /** Whether the other one says more than it. */
  readonly grows: boolean;
};

/** So many requests that say the very same are kept, the latest; more are samples of one question. */
const ALIKE = 32;

/**
 * Finds requests by the messages that another one begins with. Each request is kept under all that it says, as one digest: looking one up
 * costs the same however long it is.
 */
export class Heads {
  /** By what a request says: the latest ones last. */
  readonly #ends: LatestByDigest;
  /** By the node of what a request begins with: the first one that went on from there. */
  readonly #through = Column.ofIntegers(NONE);
  readonly #requests: readonly IndexedRequest[];
  readonly #tree: MessageTree;

  constructor(requests: readonly IndexedRequest[], tree: MessageTree) {
    this.#ends = new LatestByDigest(requests, ALIKE);
    this.#requests = requests;
    this.#tree = tree;
  }

  remember(request: IndexedRequest): void {
    const { chains } = request.digest;
    const last = chains.at(-1);
    if (last === undefined) return;
    this.#ends.add(last, request);
    for (let at = chains.length - 2; at >= 0; at -= 1) {
      const node = this.#tree.nodeOf(chains.at(at) ?? NO_DIGEST);
      // A request with these messages has all earlier ones, too.
      if (node === null || this.#through.at(node) !== NONE) break;
      this.#through.set(node, request.order);
    }
  }

  /** Requests that say, message by message, what this one begins with: longest first, of equal ones the latest first. */
  *headsOf({ digest }: Pick<Child, "digest">): Generator<Head> {
    const { chains, leads } = digest;
    for (let at = chains.length - 1; at >= 0; at -= 1) {
      const leadsHere = leads.at(at) ?? [];
      for (let count = leadsHere.length - 1; count >= 0; count -= 1) {
        const isWhole = count === leadsHere.length - 1;
        const ends = this.#ends.of(
          isWhole ? (chains.at(at) ?? NO_DIGEST) : chainTo(chains, at, leadsHere[count] ?? NO_DIGEST),
        );
        const grows = at < chains.length - 1 || !isWhole;
        for (let index = ends.length - 1; index >= 0; index -= 1) {
          const known = ends[index];
          if (known !== undefined) yield { known, at, grows };
        }
      }
    }
  }

  /** A request that contains all of this one and more, as far as its main line went; null without one. */
  returnedFrom({ digest: { chains } }: Pick<Child, "digest">): IndexedRequest | null {
    const node = this.#tree.nodeOf(chains.at(-1) ?? NO_DIGEST);
    const first = node === null ? undefined : this.#requests[this.#through.at(node)];
    if (node === null || first === undefined) return null;
    let latest = first;
    while (latest.next !== null) latest = latest.next;
    // Who goes back again and again does not walk the whole line each time.
    if (latest !== first) this.#through.set(node, latest.order);
    return latest;
  }
}

/** No request. */
const NONE = -1;

/** What `chains` would hold for a message that ends with this lead. */
function chainTo(chains: RequestDigest["chains"], at: number, lead: Digest): Digest {
  return digestAll([at === 0 ? NO_DIGEST : (chains.at(at - 1) ?? NO_DIGEST), lead]);
}
