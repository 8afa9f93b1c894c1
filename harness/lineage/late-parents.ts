import { goesOnFrom } from "./answers.ts";
import { TASK, textsOf } from "./continuation.ts";
import { mayGive } from "./conversation-roots.ts";
import type { Directives } from "./directives.ts";
import { bringsOther, type FoundParent, findParent, type LineageIndex } from "./find-parent.ts";
import { isAsNear } from "./match-levels.ts";
import type { Digest } from "./requests/digest.ts";
import { LatestByDigest } from "./requests/latest-by-digest.ts";
import { NO_DIGEST } from "./requests/request-digest.ts";
import {
  type Child,
  descendsFrom,
  type IndexedRequest,
  isRepeat,
  type RequestSummary,
} from "./requests/request-summary.ts";

/** Reads a request once more; null if that is not possible. */
export type ReadAgain = (id: string) => RequestSummary | null;

/** Requests that end alike are asked apart by what else they say. */
const ALIKE = 8;

/**
 * The requests that stand behind one that continues them. Requests stand in the order of sending only if one clock gave a time to each:
 * the clocks of two hosts differ, and files without times stand in the order of their names. Nothing that was sent later shows what a
 * request says, so one that stands behind it and shows more of its history than its parent may be the parent.
 * Few requests are read again for that: where a later one ends as they go on.
 */
export class LateParents {
  readonly #requests: readonly IndexedRequest[];
  readonly #index: LineageIndex;
  /** By all that a request says, by its last message, and by what stands before that one. */
  readonly #ends: { readonly whole: LatestByDigest; readonly last: LatestByDigest; readonly before: LatestByDigest };

  readonly #directives: Directives;

  constructor(requests: readonly IndexedRequest[], index: LineageIndex, directives: Directives) {
    this.#directives = directives;
    this.#requests = requests;
    this.#index = index;
    const latest = (): LatestByDigest => new LatestByDigest(requests, ALIKE);
    this.#ends = { whole: latest(), last: latest(), before: latest() };
  }

  /** By the request that stands before it. `isNew` says of a request whether its agent had asked nothing before. */
  found(isNew: (request: IndexedRequest) => boolean, again: ReadAgain): ReadonlyMap<IndexedRequest, IndexedRequest> {
    const found = new Map<IndexedRequest, IndexedRequest>();
    if (areInSentOrder(this.#requests)) return found;
    for (const request of this.#requests) this.#remember(request);
    for (const request of this.#requests) {
      const summary = request.named === null && this.#mayContinueLater(request) ? again(request.id) : null;
      const asked = summary && { ...summary, agent: request.agent };
      const parent = asked && lateParent(request, asked, { index: this.#index, isNew: isNew(request) });
      if (parent !== null && asked !== null) found.set(request, this.#giverOf(asked, request, parent) ?? parent);
    }
    return found;
  }

  /** A task shows whose fork a request is, though the end of its history is lost. */
  #giverOf(asked: Child, request: IndexedRequest, known: IndexedRequest): IndexedRequest | null {
    const texts = textsOf(asked.behind(Math.max(0, asked.digest.messages.length - TASK)));
    const isGiver = (each: IndexedRequest): boolean =>
      each !== known && mayBeEarlier(each, request) && mayGive(each, asked) && descendsFrom(each, known);
    return this.#directives.giversOf(texts).find(isGiver) ?? null;
  }

  #remember(request: IndexedRequest): void {
    const { messages, chains } = request.digest;
    this.#ends.whole.add(chains.at(-1) ?? NO_DIGEST, request);
    this.#ends.last.add(messages.at(-1) ?? NO_DIGEST, request);
    this.#ends.before.add(beforeLast(request), request);
  }

  /** Whether a later request ends behind the end of its parent, as far as whole messages show it. */
  #mayContinueLater(request: IndexedRequest): boolean {
    const { messages, chains } = request.digest;
    // Few begin with a history, and it may be cut into other messages.
    if (request.parent === null && messages.length > 1) return true;
    const isLater = (known: IndexedRequest): boolean => mayContinue(request, known);
    const some = (ends: LatestByDigest, digest: Digest | undefined): boolean =>
      ends.of(digest ?? NO_DIGEST).some(isLater);
    for (let at = shownBy(request); at < messages.length - 1; at += 1)
      if (some(this.#ends.whole, chains.at(at)) || some(this.#ends.last, messages.at(at))) return true;
    // The fork of a request that waits for its answer adds its directive to the last message.
    return some(this.#ends.before, beforeLast(request));
  }
}

/** The message before the last one; of a single message its first block. */
function beforeLast({ digest: { messages }, opening }: IndexedRequest): Digest {
  return (messages.length < 2 ? opening : messages.at(-2)) ?? NO_DIGEST;
}

/** Whether one clock gave a time to each, and no two have one time. */
function areInSentOrder(requests: readonly IndexedRequest[]): boolean {
  let before = -Infinity;
  for (const { startedAtMs, clock } of requests) {
    if (startedAtMs === null || startedAtMs <= before || clock !== requests[0]?.clock) return false;
    before = startedAtMs;
  }
  return true;
}

/** How many messages of a request its parent shows. One that says more than the request may be its continuation. */
function shownBy({ parent, digest }: IndexedRequest): number {
  const length = parent?.digest.messages.length ?? 0;
  return length > digest.messages.length ? 0 : length;
}

function lateParent(
  request: IndexedRequest,
  asked: Child,
  { index, isNew }: { readonly index: LineageIndex; readonly isNew: boolean },
): IndexedRequest | null {
  const isOne = (known: IndexedRequest): boolean => mayContinue(request, known);
  const later = among(index, isOne);
  // The answer that a request repeats is its parent's, if it has one.
  const recut = (): FoundParent | null =>
    request.parent === null ? goesOnFrom(asked, { answers: later.answers, shownBy: () => null }) : null;
  const found = findParent(asked, later, isNew) ?? recut();
  if (found === null || contradicts(found, asked)) return null;
  return found.known.digest.messages.length > shownBy(request) ? found.known : null;
}

/** Whether a request that stands behind another one may be its parent: as near to it as the one that was found, and no sibling. */
function mayContinue(request: IndexedRequest, known: IndexedRequest): boolean {
  if (!mayBeEarlier(known, request) || isSibling(known, request)) return false;
  return shownBy(request) === 0 || request.parent === null || isAsNear(known, request.parent, request);
}

/** Whether a request that stands behind another one may have been sent before it. */
function mayBeEarlier(known: IndexedRequest, request: IndexedRequest): boolean {
  if (known.order <= request.order || isRepeat(known, request)) return false;
  const [one, other] = [known.startedAtMs, request.startedAtMs];
  return known.clock !== request.clock || one === null || other === null || one <= other;
}

/** Whether two requests bring different results for the calls of one parent. */
function isSibling(known: IndexedRequest, { parent, continuation }: IndexedRequest): boolean {
  return parent !== null && known.parent === parent && bringsOther(known, continuation.results);
}

/** Whether the answer that follows in a request is not the one that the other got. */
function contradicts({ known: { answer }, at }: FoundParent, { digest: { byModel, items, ids } }: Child): boolean {
  if (at < 0 || answer.length === 0 || byModel.at(at + 1) !== true) return false;
  return ![...(items.at(at + 1) ?? []), ...(ids.at(at + 1) ?? [])].some((each) => answer.includes(each));
}

/** The same index, with some of its requests alone. */
function among(
  { heads, editedParents, answers, joined }: LineageIndex,
  isOne: (known: IndexedRequest) => boolean,
): LineageIndex {
  function* some<T extends { readonly known: IndexedRequest }>(all: Iterable<T>): Generator<T> {
    for (const each of all) if (isOne(each.known)) yield each;
  }
  return {
    heads: { headsOf: (asked) => some(heads.headsOf(asked)), returnedFrom: () => null },
    editedParents: { endingIn: (asked, from) => some(editedParents.endingIn(asked, from)) },
    answers: {
      repeatedBy: (asked, from) => some(answers.repeatedBy(asked, from)),
      wasGiven: (item) => answers.wasGiven(item),
      givenTo: (item) => answers.givenTo(item),
    },
    joined: { begunBy: (asked, from, fits) => joined.begunBy(asked, from, (each) => isOne(each) && fits(each)) },
  };
}
