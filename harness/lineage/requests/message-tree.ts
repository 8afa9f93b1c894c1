import { Column } from "../../kernel/memo/column.ts";
import type { Digest } from "./digest.ts";
import { DigestTable } from "./digest-table.ts";
import { type KeptDigest, NO_DIGEST, type RequestDigest } from "./request-digest.ts";

/** The messages of a request, and for each the digest of all up to its end. */
type Messages = Pick<KeptDigest, "messages" | "chains">;

/** The node of a request that says nothing. */
const ROOT = -1;

/** So many of the last messages are found from the end; for one before them all are listed. */
const NEAR = 4;

/** Requests whose messages were listed last, and may be asked for again. */
const LISTED = 8;

/**
 * The messages of all requests of a recording as a tree: a node for each message behind those before it, so that requests which repeat one
 * another share all nodes but their last ones. In columns: a log has two or three for each of its thousands of requests.
 */
export class MessageTree {
  readonly #nodes = new DigestTable();
  readonly #messages = Column.ofNumbers(NO_DIGEST);
  readonly #chains = Column.ofNumbers(NO_DIGEST);
  readonly #before = Column.ofIntegers(ROOT);
  readonly #depths = Column.ofIntegers(0);
  readonly #listed = new Map<number, Int32Array>();
  #size = 0;

  /** The node of the last message of a request. */
  add({ messages, chains }: Pick<RequestDigest, "messages" | "chains">): number {
    let [known, node] = [chains.length, ROOT];
    for (; known > 0; known -= 1) {
      const found = this.#nodes.get(chains.at(known - 1) ?? NO_DIGEST);
      if (found === null) continue;
      node = found;
      break;
    }
    for (let at = known; at < chains.length; at += 1) {
      const chain = chains.at(at) ?? NO_DIGEST;
      this.#messages.set(this.#size, messages.at(at) ?? NO_DIGEST);
      this.#chains.set(this.#size, chain);
      this.#before.set(this.#size, node);
      this.#depths.set(this.#size, at + 1);
      node = this.#size;
      this.#nodes.set(chain, node);
      this.#size += 1;
    }
    return node;
  }

  /** The node of a message that ends with this chain; null where no request says it. */
  nodeOf(chain: Digest): number | null {
    return this.#nodes.get(chain);
  }

  /** The messages up to a node. */
  upTo(node: number): Messages {
    const length = node === ROOT ? 0 : this.#depths.at(node);
    const listOf = (column: Column): Messages["messages"] => ({
      length,
      at: (index) => {
        const place = index < 0 ? length + index : index;
        return place < 0 || place >= length ? undefined : column.at(this.#nodeAt(node, length, place));
      },
    });
    return { messages: listOf(this.#messages), chains: listOf(this.#chains) };
  }

  #nodeAt(last: number, length: number, place: number): number {
    if (length - place > NEAR) return this.#listOf(last, length)[place] ?? ROOT;
    let node = last;
    for (let at = length - 1; at > place; at -= 1) node = this.#before.at(node);
    return node;
  }

  #listOf(last: number, length: number): Int32Array {
    const known = this.#listed.get(last);
    if (known !== undefined) return known;
    const nodes = new Int32Array(length);
    for (let [at, node] = [length - 1, last]; at >= 0; at -= 1, node = this.#before.at(node)) nodes[at] = node;
    const [oldest] = this.#listed.keys();
    if (this.#listed.size >= LISTED && oldest !== undefined) this.#listed.delete(oldest);
    this.#listed.set(last, nodes);
    return nodes;
  }
}
