import { commonLength, mayShareMore } from "../../wire-scan/common-length.ts";
import type { Exchange } from "../../kernel/exchange.ts";
import type { ReadRequest } from "../read-request.ts";

/** Bodies that are kept: those of some 50 conversations that go on at the same time. */
const KEPT_BYTES = 24 * 1024 * 1024;

const KEPT_REQUESTS = 128;

/**
 * The requests that were read last. In a log of many conversations at once a request mostly repeats an earlier one of its own, not the
 * one before it: read like that one, only what it adds is parsed, and its parent is not loaded again.
 */
export class RecentReads {
  /** The least recently used first. */
  readonly #reads = new Map<string, ReadRequest>();
  #bytes = 0;

  add(read: ReadRequest): void {
    this.#drop(read.exchange.id);
    this.#reads.set(read.exchange.id, read);
    this.#bytes += read.exchange.request.length;
    for (const id of this.#reads.keys()) {
      if (this.#reads.size <= 1 || (this.#bytes <= KEPT_BYTES && this.#reads.size <= KEPT_REQUESTS)) return;
      this.#drop(id);
    }
  }

  get(id: string): ReadRequest | null {
    return this.#reads.get(id) ?? null;
  }

  /** The request that an exchange repeats most of, as far as it is here; the last one if it begins like no other. */
  nearest({ path, request }: Exchange): ReadRequest | null {
    const all = [...this.#reads.values()];
    let [best, longest]: [ReadRequest | null, number] = [all.at(-1) ?? null, -1];
    for (let at = all.length - 1; at >= 0; at -= 1) {
      const each = all[at];
      if (each === undefined || each.exchange.path !== path) continue;
      const { body } = each.layout;
      if (longest >= 0 && !mayShareMore(body, 0, request, 0, longest)) continue;
      const common = commonLength(body, 0, request, 0, Math.min(body.length, request.length));
      if (common > longest) [best, longest] = [each, common];
    }
    return best;
  }

  /** The parent of a request goes first: the conversation goes on from its child. */
  replace(parent: string): void {
    this.#drop(parent);
  }

  #drop(id: string): void {
    const kept = this.#reads.get(id);
    if (kept === undefined) return;
    this.#bytes -= kept.exchange.request.length;
    this.#reads.delete(id);
  }
}
