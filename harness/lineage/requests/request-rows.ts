import { Column } from "../../kernel/memo/column.ts";
import type { Relation } from "../../kernel/breaks/relation.ts";
import type { Certainty } from "../../kernel/inspection/inspection.ts";
import type { Link } from "../conversation-roots.ts";
import { Continuations } from "./continuations.ts";
import type { Digest } from "./digest.ts";
import { DigestLists } from "./digest-lists.ts";
import type { MessageTree } from "./message-tree.ts";
import { type KeptDigest, NO_DIGEST } from "./request-digest.ts";
import {
  type Child,
  type Continuation,
  type IndexedRequest,
  type NamedParent,
  openingOf,
  type Outcome,
} from "./request-summary.ts";
import type { Speaker } from "./speakers.ts";

/** A request as lineage takes it in, and who speaks in it. */
type Heard = Pick<IndexedRequest, "order" | "joins"> & { readonly asked: Child; readonly speaker: Speaker };

const RELATIONS: readonly Relation[] = ["root", "turn", "branch", "compaction", "fresh", "side"];
const CERTAINTIES: readonly (Certainty | null)[] = [null, "observed", "suspected"];
const OUTCOMES: readonly Outcome[] = ["answered", "cut", "refused", "unrecorded"];

/** No request. */
const NONE = -1;
const NOTHING: readonly never[] = [];

/** The facts of all requests of a recording, one column for each kind. Facts that few requests have are kept by the number of the request. */
class RequestColumns {
  readonly requests: readonly IndexedRequest[];
  readonly tree: MessageTree;
  readonly nodes = Column.ofIntegers(NONE);
  readonly openings = Column.ofNumbers(NO_DIGEST);
  readonly joins = new Map<number, readonly Digest[]>();
  readonly startedAtMs = Column.ofNumbers(Number.NaN);
  readonly answeredAtMs = Column.ofNumbers(Number.NaN);
  readonly clocks = Column.ofIntegers(0);
  readonly named = new Map<number, NamedParent>();
  readonly outcomes = Column.ofBytes(0);
  readonly answers = new DigestLists();
  readonly calls = new DigestLists();
  readonly areAnswersRecorded = Column.ofBytes(0);
  readonly parents = Column.ofIntegers(NONE);
  readonly relations = Column.ofBytes(0);
  readonly certainties = Column.ofBytes(0);
  readonly continuations = new Continuations();
  readonly areContinued = Column.ofBytes(0);
  readonly nexts = Column.ofIntegers(NONE);
  readonly askForSummary = Column.ofBytes(0);
  readonly areOfMainLine = Column.ofBytes(0);
  readonly mayBeStored = Column.ofBytes(0);

  constructor(requests: readonly IndexedRequest[], tree: MessageTree) {
    this.requests = requests;
    this.tree = tree;
  }
}

/**
 * The requests of a recording, kept in columns: a log has thousands, and as an object with its lists each takes a kilobyte. What is handed
 * out of a request is the same object each time, and reads and writes the columns.
 */
export class RequestRows {
  readonly #columns: RequestColumns;

  /** `requests` holds all of them by their number, `tree` what they say. */
  constructor(requests: readonly IndexedRequest[], tree: MessageTree) {
    this.#columns = new RequestColumns(requests, tree);
  }

  /** The facts kept of a request, now that its parent is known. */
  add({ asked, speaker, order, joins }: Heard, link: Link, continuation: Continuation): IndexedRequest {
    const { id, digest, startedAtMs, answeredAtMs, clock, named, outcome } = asked;
    const columns = this.#columns;
    columns.nodes.set(order, columns.tree.add(digest));
    columns.openings.set(order, openingOf(asked) ?? NO_DIGEST);
    if (joins.length > 0) columns.joins.set(order, joins);
    columns.startedAtMs.set(order, startedAtMs ?? Number.NaN);
    columns.answeredAtMs.set(order, answeredAtMs ?? Number.NaN);
    columns.clocks.set(order, clock);
    if (named !== null) columns.named.set(order, named);
    columns.outcomes.set(order, OUTCOMES.indexOf(outcome));
    columns.areAnswersRecorded.set(order, asked.answer === null ? 0 : 1);
    columns.askForSummary.set(order, link.asksForSummary ? 1 : 0);
    columns.mayBeStored.set(order, outcome !== "refused" || link.parent?.mayBeStored === true ? 1 : 0);
    const request = new RequestRow(columns, id, order, speaker);
    request.parent = link.parent;
    request.relation = link.relation;
    request.certainty = link.certainty;
    request.continuation = continuation;
    return request;
  }
}

/** One request of the columns. */
class RequestRow implements IndexedRequest {
  readonly id: string;
  readonly order: number;
  readonly #columns: RequestColumns;
  readonly #speaker: Speaker;

  constructor(columns: RequestColumns, id: string, order: number, speaker: Speaker) {
    this.id = id;
    this.order = order;
    this.#columns = columns;
    this.#speaker = speaker;
  }

  get voice(): string {
    return this.#speaker.voice;
  }

  get key(): string {
    return this.#speaker.key;
  }

  get host(): string | null {
    return this.#speaker.host;
  }

  get agent(): string {
    return this.#speaker.agent;
  }

  get digest(): KeptDigest {
    const { tools, system, traits } = this.#speaker;
    const { messages, chains } = this.#columns.tree.upTo(this.#columns.nodes.at(this.order));
    return { tools, system, agent: traits, messages, chains };
  }

  get opening(): Digest | null {
    const opening = this.#columns.openings.at(this.order);
    return opening === NO_DIGEST ? null : opening;
  }

  get joins(): readonly Digest[] {
    return this.#columns.joins.get(this.order) ?? NOTHING;
  }

  get startedAtMs(): number | null {
    return knownTime(this.#columns.startedAtMs.at(this.order));
  }

  get answeredAtMs(): number | null {
    return knownTime(this.#columns.answeredAtMs.at(this.order));
  }

  get clock(): number {
    return this.#columns.clocks.at(this.order);
  }

  get named(): NamedParent | null {
    return this.#columns.named.get(this.order) ?? null;
  }

  get outcome(): Outcome {
    return OUTCOMES[this.#columns.outcomes.at(this.order)] ?? "unrecorded";
  }

  get isAnswerRecorded(): boolean {
    return this.#columns.areAnswersRecorded.at(this.order) === 1;
  }

  get asksForSummary(): boolean {
    return this.#columns.askForSummary.at(this.order) === 1;
  }

  get mayBeStored(): boolean {
    return this.#columns.mayBeStored.at(this.order) === 1;
  }

  get answer(): readonly Digest[] {
    return this.#columns.answers.at(this.order);
  }

  set answer(answer: readonly Digest[]) {
    this.#columns.answers.set(this.order, answer);
  }

  get calls(): readonly Digest[] {
    return this.#columns.calls.at(this.order);
  }

  set calls(calls: readonly Digest[]) {
    this.#columns.calls.set(this.order, calls);
  }

  get parent(): IndexedRequest | null {
    return this.#columns.requests[this.#columns.parents.at(this.order)] ?? null;
  }

  set parent(parent: IndexedRequest | null) {
    this.#columns.parents.set(this.order, parent?.order ?? NONE);
  }

  get next(): IndexedRequest | null {
    return this.#columns.requests[this.#columns.nexts.at(this.order)] ?? null;
  }

  set next(next: IndexedRequest | null) {
    this.#columns.nexts.set(this.order, next?.order ?? NONE);
  }

  get relation(): Relation {
    return RELATIONS[this.#columns.relations.at(this.order)] ?? "root";
  }

  set relation(relation: Relation) {
    this.#columns.relations.set(this.order, RELATIONS.indexOf(relation));
  }

  get certainty(): Certainty | null {
    return CERTAINTIES[this.#columns.certainties.at(this.order)] ?? null;
  }

  set certainty(certainty: Certainty | null) {
    this.#columns.certainties.set(this.order, CERTAINTIES.indexOf(certainty));
  }

  get continuation(): Continuation {
    return this.#columns.continuations.at(this.order);
  }

  set continuation(continuation: Continuation) {
    this.#columns.continuations.set(this.order, continuation);
  }

  get isContinued(): boolean {
    return this.#columns.areContinued.at(this.order) === 1;
  }

  set isContinued(isContinued: boolean) {
    this.#columns.areContinued.set(this.order, isContinued ? 1 : 0);
  }

  get isOfMainLine(): boolean {
    return this.#columns.areOfMainLine.at(this.order) === 1;
  }

  set isOfMainLine(isOfMainLine: boolean) {
    this.#columns.areOfMainLine.set(this.order, isOfMainLine ? 1 : 0);
  }
}

function knownTime(ms: number): number | null {
  return Number.isNaN(ms) ? null : ms;
}
