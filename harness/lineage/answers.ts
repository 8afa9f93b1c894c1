import type { Digest } from "./requests/digest.ts";
import { LatestByDigest } from "./requests/latest-by-digest.ts";
import type { Child, IndexedRequest } from "./requests/request-summary.ts";

/** An answer that a request repeats: who was given it, and which message of the request begins it. */
export type AnswerMatch = { readonly known: IndexedRequest; readonly at: number };

/** So many requests are kept for one text or call, the latest: a model says "Done." again and again. */
const ALIKE = 8;

/** So many of the last messages are looked at: behind an answer that was edited stand some that were not. */
const LOOKED_AT = 24;

/** Finds requests by what they were answered: the text, and each call by its id or by its name and input. */
export class Answers {
  readonly #given: LatestByDigest;

  constructor(requests: readonly IndexedRequest[]) {
    this.#given = new LatestByDigest(requests, ALIKE);
  }

  remember(request: IndexedRequest, items: Iterable<Digest>): void {
    for (const item of items) {
      if (!this.#given.of(item).includes(request)) this.#given.add(item, request);
    }
  }

  /** Whether a text or call was part of an answer. */
  wasGiven(item: Digest): boolean {
    return this.#given.of(item).length > 0;
  }

  /** Answers that stand behind message `from` of a request, the last one first; of one message the latest request first. */
  *repeatedBy(
    { digest: { messages, byModel, items, ids } }: Pick<Child, "digest">,
    from: number,
  ): Generator<AnswerMatch> {
    const end = Math.max(from, messages.length - 1 - LOOKED_AT);
    for (let at = messages.length - 1; at > end; at -= 1) {
      if (byModel.at(at) !== true) continue;
      const found = new Set<IndexedRequest>();
      for (const item of [...(ids.at(at) ?? []), ...(items.at(at) ?? [])]) {
        for (const known of this.#given.of(item).toReversed()) found.add(known);
      }
      for (const known of found) yield { known, at };
    }
  }
}

/** Providers name each call anew, so an id shows whose answer it was, even if the messages before it changed. */
export function repeatsCall({ answer }: IndexedRequest, { digest: { ids } }: Child, at: number): boolean {
  return (ids.at(at) ?? []).some((id) => answer.includes(id));
}
