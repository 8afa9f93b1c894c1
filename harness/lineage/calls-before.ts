import type { Digest } from "./requests/digest.ts";
import { type Child, descendsFrom, type IndexedRequest } from "./requests/request-summary.ts";

/**
 * Requests that continue no other, but repeat all that a later one says and a call of its answer: the clock of their host is behind, since
 * providers name each call anew.
 */
export class CallsBefore {
  /** By the id of a call: the request without a parent that repeats it. */
  readonly #repeating = new Map<Digest, IndexedRequest>();
  readonly #makers = new Map<IndexedRequest, IndexedRequest>();

  see(request: IndexedRequest, { digest: { ids, chains }, answer }: Child): void {
    for (const id of answer?.ids ?? []) {
      const earlier = this.#repeating.get(id);
      const isHead = earlier?.digest.chains.at(chains.length - 1) === chains.at(-1);
      if (earlier !== undefined && isHead && !descendsFrom(request, earlier)) this.#makers.set(earlier, request);
    }
    if (request.parent !== null) return;
    for (let at = 0; at < ids.length; at += 1) for (const id of ids.at(at) ?? []) this.#repeating.set(id, request);
  }

  /** The request without a parent that shows a call, whose maker may not be recorded. */
  shownBy(id: Digest): IndexedRequest | null {
    return this.#repeating.get(id) ?? null;
  }

  /** The latest request that made such a call; empty for a request with a parent. */
  makersOf(request: IndexedRequest): readonly IndexedRequest[] {
    const maker = this.#makers.get(request);
    return maker === undefined || request.parent !== null || request.named !== null ? [] : [maker];
  }
}
