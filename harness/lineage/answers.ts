import { beginsAlike } from "./requests/begins-alike.ts";
import type { Digest } from "./requests/digest.ts";
import { lastAnswer } from "./requests/is-stranger.ts";
import { LatestByDigest } from "./requests/latest-by-digest.ts";
import { mayFollow } from "./match-levels.ts";
import { type Child, descendsFrom, type IndexedRequest } from "./requests/request-summary.ts";

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

  /** The latest requests that were given a text or call. */
  givenTo(item: Digest): readonly IndexedRequest[] {
    return this.#given.of(item);
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

/** Where the makers of calls are looked up; `shownBy` says which request shows a call first whose maker is not recorded. */
export type Makers = {
  readonly answers: Pick<Answers, "repeatedBy" | "givenTo">;
  readonly shownBy: (id: Digest) => IndexedRequest | null;
};

/** So many characters of the model's are said in one conversation: models say "Done." in each. */
const OWN_WORDS = 24;

/**
 * The request whose answer this one goes on from, although it stands behind other messages: clients join neighbours of one role, or cut a
 * message into several. Both begin alike, and all that the model says in this one was said in the other, with calls that the other's line
 * made. So neither a summary nor another conversation is taken for it. Of one that is known already, a later one of its line is sought.
 */
export function goesOnFrom(
  asked: Child,
  makers: Makers,
  found: IndexedRequest | null = null,
): { readonly known: IndexedRequest; readonly at: -1 } | null {
  const last = lastAnswer(asked);
  if (last === null) return null;
  for (const { known } of makers.answers.repeatedBy(asked, last.from - 1)) {
    if (known === found || (found !== null && !descendsFrom(known, found))) continue;
    if (!mayFollow(known, asked) || !last.items.every((item) => known.answer.includes(item))) continue;
    if (!saysAll(known, asked, last.from) || !madeAll(known, asked, last.from, makers)) continue;
    if (beginsAlike(known, asked) && wordsOf(asked) >= OWN_WORDS) return { known, at: -1 };
  }
  return null;
}

/** How many characters of text the model says in a request. */
function wordsOf({ behind }: Child): number {
  const items = behind(0).flatMap((said) => (said.by === "model" ? said.items : []));
  return items.reduce((sum, item) => sum + (item.kind === "text" ? item.text.length : 0), 0);
}

/** Whether a request says all that the model says in another one up to message `end`. */
function saysAll({ digest: { messages: before } }: IndexedRequest, { digest }: Child, end: number): boolean {
  const said = new Set<Digest | undefined>();
  for (let at = 0; at < before.length; at += 1) said.add(before.at(at));
  const { messages, byModel } = digest;
  for (let at = 0; at < end; at += 1) if (byModel.at(at) === true && !said.has(messages.at(at))) return false;
  return true;
}

/** Whether a request and those that it goes on from made all calls that have an id, up to message `end` of another one. */
function madeAll(known: IndexedRequest, { digest: { ids } }: Child, end: number, makers: Makers): boolean {
  const isOwn = (maker: IndexedRequest): boolean => maker === known || descendsFrom(known, maker);
  for (let at = 0; at < end; at += 1)
    if (!(ids.at(at) ?? []).every((id) => makersOf(id, makers).some(isOwn))) return false;
  return true;
}

/** A recording may begin behind the answer that made a call. */
function makersOf(id: Digest, { answers, shownBy }: Makers): readonly IndexedRequest[] {
  const given = answers.givenTo(id);
  const shown = given.length > 0 ? null : shownBy(id);
  return shown === null ? given : [shown];
}
