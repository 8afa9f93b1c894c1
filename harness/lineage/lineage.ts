import { Answers, goesOnFrom } from "./answers.ts";
import { callKey, type Digest } from "./requests/digest.ts";
import { ConversationRoots, givenAs, type Link, mayGive } from "./conversation-roots.ts";
import { CallsBefore } from "./calls-before.ts";
import { compactedInPlace } from "./compacted-in-place.ts";
import { continuationOf, NO_CONTINUATION, ownMessages, TASK, textsOf } from "./continuation.ts";
import type { Descent, FirstDescent } from "./requests/descent.ts";
import { Directives } from "./directives.ts";
import { doubts } from "./doubts.ts";
import { evidenceOf } from "./evidence.ts";
import { findParent, type FoundParent } from "./find-parent.ts";
import { handedBack, takeForTurns } from "./requests/handed-back.ts";
import { isSubagent } from "./is-subagent.ts";
import { Heads } from "./heads.ts";
import { digestCall } from "./requests/request-digest.ts";
import { JoinedTexts } from "./requests/joined-texts.ts";
import { LateParents, type ReadAgain } from "./late-parents.ts";
import { MessageTree } from "./requests/message-tree.ts";
import { RequestRows } from "./requests/request-rows.ts";
import { place, placeAll } from "./place-turns.ts";
import {
  agentOf,
  type Child,
  descendsFrom,
  type IndexedRequest,
  type RequestSummary,
} from "./requests/request-summary.ts";
import { asksForSummary, isOfMainLine, relationTo } from "./relation-to.ts";
import { EditedParents } from "./find-edited-parent.ts";
import { asSample, behindRefused, isHead, sentAgain, staysBeside } from "./requests/same-again.ts";
import { Speakers } from "./requests/speakers.ts";
import { FlattenedParents } from "./flattened/flattened-parents.ts";
import { finalizeRelations } from "./finalize-relations.ts";

/**
 * Finds, request by request, which earlier one each continues (see `findParent`). If history was replaced, the system prompt
 * identifies the conversation; without one, the task identifies its sender (see `Beginnings`). Requests are found by digests,
 * never compared one with all.
 * A descent is given at first sight and settled at the end (`settled`). Later requests show which continuation of a request is
 * its `turn` (see `placeAll`), who gave a task, and the other possible parents (see `doubts`).
 * The same messages sent again to another model or host are a `side` of the first: providers share no cache, so a second answer
 * to one question loses nothing. Only if the first was refused did the conversation itself move there, and lose its stored
 * prefix.
 */
export class Lineage {
  readonly #seen: IndexedRequest[] = [];
  readonly #tree = new MessageTree();
  readonly #rows = new RequestRows(this.#seen, this.#tree);
  readonly #index = {
    heads: new Heads(this.#seen, this.#tree),
    editedParents: new EditedParents(this.#seen),
    answers: new Answers(this.#seen),
    joined: new JoinedTexts(this.#seen),
  };
  readonly #flattened = new FlattenedParents();
  readonly #speakers = new Speakers();
  readonly #directives = new Directives();
  readonly #callsBefore = new CallsBefore();
  readonly #makers = { answers: this.#index.answers, shownBy: (id: Digest) => this.#callsBefore.shownBy(id) };
  /** The number of each request whose agent had asked nothing before. */
  readonly #firsts = new Set<number>();
  readonly #roots = new ConversationRoots(this.#seen, this.#directives);

  add(summary: RequestSummary): FirstDescent {
    const asked = { ...summary, agent: agentOf(summary) };
    if (!this.#roots.hasHeard(asked)) this.#firsts.add(this.#seen.length);
    const { at, ...link } = this.#linkOf(asked);
    const { parent } = link;
    const asksAgainElsewhere = summary.named === null && parent !== null && staysBeside(parent, asked);
    // Content that only this request shows of its parent's answer is not evidence for this request.
    const given = { answer: parent?.answer ?? [], calls: parent?.calls ?? [] };
    if (parent !== null) this.#learnAnswer(parent, asked, at);
    const continuation = parent === null ? NO_CONTINUATION : continuationOf(asked, parent, at, given, this.#directives);
    const joins = this.#index.joined.joinsOf(asked);
    const heard = { asked, speaker: this.#speakers.of(asked), order: this.#seen.length, joins };
    const request = this.#rows.add(heard, { ...link, ...(asksAgainElsewhere && { relation: "side" }) }, continuation);
    if (parent !== null) {
      place(request);
      parent.isContinued = true;
    }
    request.isOfMainLine = isOfMainLine(request);
    this.#remember(request, asked);
    const { relation, certainty } = request;
    return {
      parent: parentOf(request),
      relation,
      certainty,
      asksAgainElsewhere,
      isSubagent: isSubagent(request),
      place: request.order,
      parentPlace: request.parent?.order ?? null,
    };
  }

  /** The descent of each request, by its id, now that all were seen. */
  settled(again: ReadAgain): ReadonlyMap<string, Descent> {
    return new Map(this.settledOneByOne(again));
  }

  /** The same for a log of thousands, which keeps none of them. */
  *settledOneByOne(again: ReadAgain): Generator<readonly [id: string, descent: Descent]> {
    this.#roots.settle();
    placeAll(this.#seen);
    const settled = finalizeRelations(this.#seen);
    const doubted = doubts(this.#seen);
    const late = new LateParents(this.#seen, this.#index, this.#directives).found(
      ({ order }) => this.#firsts.has(order),
      again,
    );
    const flattened = this.#flattened.found(again);
    const conversations: string[] = [];
    for (const request of this.#seen) {
      const conversation = conversations[request.parent?.order ?? -1] ?? request.id;
      conversations.push(conversation);
      const newer = doubted.get(request) ?? this.#callsBefore.makersOf(request);
      const later = late.get(request) ?? flattened.get(request);
      const others = later === undefined ? newer : [later, ...newer.filter((each) => each !== later)];
      const alternatives = others.map(({ id, order }) => ({ id, isLater: order > request.order }));
      const shown = { because: evidenceOf(request), alternatives, conversation, isSubagent: isSubagent(request) };
      yield [request.id, { parent: parentOf(request), ...settled(request), ...shown }];
    }
  }

  #linkOf(asked: Child): Link & { readonly at: number } {
    if (asked.named !== null) return this.#namedLink(asked, asked.named);
    const isNew = !this.#roots.hasHeard(asked);
    const first = findParent(asked, this.#index, isNew);
    const found = first !== null && first.at >= 0 ? first : (goesOnFrom(asked, this.#makers, first?.known) ?? first);
    if (found === null) return { ...this.#roots.begin(asked), at: -1 };
    const back = handedBack(found, asked, this.#index.heads);
    if (back !== null) {
      takeForTurns(back.known, found.known);
      const { asksForSummary } = asked.words;
      return { parent: back.known, relation: "turn", certainty: "observed", asksForSummary, at: back.at };
    }
    const again = sentAgain(asked, found);
    if (again !== null) return again;
    const { known: parent, at, isGiven } = this.#asGiven(asked, behindRefused(asked, asSample(asked, found)));
    const replaced = isGiven ? null : (this.#roots.replaced(asked, parent) ?? compactedInPlace(asked, parent));
    if (replaced !== null) return { ...replaced, at: -1 };
    return {
      parent,
      relation: relationTo(parent, asked, at),
      certainty: "observed",
      asksForSummary: asksForSummary(parent, asked),
      at,
    };
  }

  /**
   * A task identifies the conversation of its fork. A fork that lost the end of its history belongs to a later request; a fork
   * that got the same result for its call as its parent is not a child of the parent's next turn.
   */
  #asGiven(asked: Child, found: FoundParent): FoundParent & { readonly isGiven: boolean } {
    const { known, at } = found;
    const givers = this.#directives.giversOf(textsOf(ownMessages(asked, known, at)));
    const later = givers.find((each) => each !== known && mayGive(each, asked) && descendsFrom(each, known));
    if (later !== undefined) return { known: later, at: -1, isGiven: true };
    const { parent } = known;
    const isSibling = at >= 0 && parent !== null && givers.includes(parent) && asked.digest.byModel.at(at + 1) !== true;
    if (isSibling && isHead(parent, asked))
      return { known: parent, at: parent.digest.messages.length - 1, isGiven: true };
    return { ...found, isGiven: givers.includes(known) };
  }

  /** A recording names the parents of forks; a user says of any request whom it continues. */
  #namedLink(asked: Child, { id, by }: NonNullable<Child["named"]>): Link & { readonly at: number } {
    const parent = this.#seen.findLast((each) => each.id === id) ?? null;
    const isWhole = parent !== null && isHead(parent, asked);
    const relation = parent === null || by === "forkOf" ? "branch" : relationTo(parent, asked);
    return {
      parent,
      // Who names a parent wants the request judged against it, whatever prompt it has.
      relation: relation === "fresh" ? "branch" : relation,
      certainty: "observed",
      asksForSummary: asked.words.asksForSummary,
      at: isWhole ? parent.digest.messages.length - 1 : -1,
    };
  }

  /**
   * A request without a recorded answer: its first continuation shows the answer, as does one that brings only results for its
   * calls.
   */
  #learnAnswer(parent: IndexedRequest, asked: Child, at: number): void {
    if (parent.isAnswerRecorded || parent.outcome === "refused" || at < 0) return;
    const items = new Set<Digest>();
    const { byModel, items: said } = asked.digest;
    for (let index = at + 1; byModel.at(index) === true; index += 1)
      for (const item of said.at(index) ?? []) items.add(item);
    if ([...items].every((item) => parent.answer.includes(item))) return;
    const behind = asked.behind(at + 1);
    if (parent.answer.length > 0 && textsOf(behind).length > 0) return;
    const next = behind.findIndex(({ by }) => by !== "model");
    const calls = behind
      .slice(0, next === -1 ? behind.length : next)
      .flatMap(({ items: each }) => each.flatMap((item) => (item.kind === "call" ? [item] : [])));
    this.#noteAnswer(parent, {
      items: [...items],
      calls: calls.map(digestCall),
      ids: calls.flatMap(({ id }) => (id === null ? [] : callKey(id))),
      inputs: calls.flatMap(({ strings }) => strings),
      text: null,
    });
  }

  #noteAnswer(
    request: IndexedRequest,
    { items, calls, ids, inputs, text }: NonNullable<RequestSummary["answer"]>,
  ): void {
    if (calls.length > 0 && calls.length >= request.calls.length) request.calls = calls;
    request.answer = [...new Set([...request.answer, ...ids, ...items])];
    this.#index.answers.remember(request, request.answer);
    this.#directives.noteAnswer(request, text);
    for (const { asked, input } of this.#directives.learn(request, inputs)) this.#giveTo(asked, request, input);
  }

  /** Who gave a task is seen behind it: where that one goes on. */
  #giveTo(given: IndexedRequest, giver: IndexedRequest, input: string): void {
    const { parent, named, relation, certainty } = given;
    if (parent === giver) given.continuation = { ...given.continuation, directive: input };
    const isCompacted = relation === "compaction" && certainty === "observed";
    if (named !== null || isCompacted || !mayGive(giver, given)) return;
    if (parent !== null && !descendsFrom(giver, parent)) return;
    if (parent === giver && relation !== "compaction") return;
    if (parent?.next === given) parent.next = null;
    given.parent = giver;
    given.relation = parent === null ? givenAs(giver, given) : "branch";
    given.certainty = "observed";
    given.continuation = { ...NO_CONTINUATION, directive: input };
  }

  #remember(request: IndexedRequest, asked: Child): void {
    this.#seen.push(request);
    this.#index.heads.remember(request);
    this.#index.editedParents.remember(request);
    this.#index.joined.remember(request, asked);
    this.#roots.remember(request, asked);
    if (asked.answer !== null) this.#noteAnswer(request, asked.answer);
    this.#callsBefore.see(request, asked);
    this.#flattened.see(request, asked);
    // The calls of a recorded answer were known before.
    if (request.order > 0 && request.continuation.directive === null && request.parent?.isAnswerRecorded !== true)
      this.#directives.wait(request, textsOf(asked.behind(Math.max(0, asked.digest.messages.length - TASK))));
  }
}

function parentOf({ named, parent }: IndexedRequest): string | null {
  return named?.id ?? parent?.id ?? null;
}
