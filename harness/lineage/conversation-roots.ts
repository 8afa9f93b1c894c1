import type { Relation } from "../kernel/breaks/relation.ts";
import { isOtherAgent } from "./agent-traits.ts";
import { CompactionRestarts } from "./compaction-restarts.ts";
import { TASK, textsOf } from "./continuation.ts";
import type { Directives } from "./directives.ts";
import {
  type Child,
  descendsFrom,
  type Digested,
  type IndexedRequest,
  isNamed,
  openingOf,
  type RequestSummary,
} from "./requests/request-summary.ts";
import type { Digest } from "./requests/digest.ts";
import { relationTo } from "./relation-to.ts";
import { isStranger } from "./requests/is-stranger.ts";

/** How a request hangs on the one it continues. */
export type Link = Pick<IndexedRequest, "parent" | "relation" | "certainty" | "asksForSummary">;

/**
 * Parents for a request whose messages continue no other: the sender of its task, the conversation that its summary covers, or a
 * history that was rewritten as a whole.
 */
export class ConversationRoots {
  readonly #told: readonly IndexedRequest[];
  /** By voice and system prompt: the latest request that is not a compaction. */
  readonly #speakers = new Map<string, IndexedRequest>();
  /** By session (see `sessionOf`): the latest request of a main line. What is compacted is rarely a fork of it. */
  readonly #mains = new Map<string, IndexedRequest>();
  /** By session: whose history was last asked a summary of, and did not go on from one yet. */
  readonly #summarised = new Map<string, IndexedRequest>();
  readonly #restarts = new CompactionRestarts();
  readonly #directives: Directives;

  /** `told` holds the requests so far, in recorded order. */
  constructor(told: readonly IndexedRequest[], directives: Directives) {
    this.#told = told;
    this.#directives = directives;
  }

  hasHeard(told: RequestSummary): boolean {
    return this.#speakers.has(speakerOf(told));
  }

  /** A request whose messages continue no other. */
  begin(told: Child): Link {
    const giver = this.#giverOf(told);
    if (giver !== null) {
      const { asksForSummary } = told.words;
      return { parent: giver, relation: givenAs(giver, told), certainty: "observed", asksForSummary };
    }
    const summarised = this.#summarised.get(sessionOf(told));
    if (summarised !== undefined) return fromSummary(summarised, told.statesSummaryBehind(0));
    // A conversation may have moved to another model before it was compacted.
    const main = this.#mains.get(sessionOf(told)) ?? this.#mains.get(elsewhere(told));
    if (main !== undefined && isNamed(told) && told.statesSummaryBehind(0)) return fromSummary(main, false);
    const same = this.#speakers.get(speakerOf(told));
    if (same !== undefined && (isNamed(told) || opensLike(same, told)) && !isStranger(same, told)) {
      const [before, now] = [same.digest.messages.length, told.digest.messages.length];
      // Longer than a first question: the same conversation, rewritten as a whole. A refused question alone was not a
      // conversation.
      if (same.agent === told.agent && now > before && !(same.outcome === "refused" && before === 1))
        return { parent: same, relation: relationTo(same, told), certainty: "suspected", asksForSummary: false };
    }
    const [first] = this.#told;
    const relation = first === undefined || first.voice === told.voice ? "root" : "side";
    return { parent: null, relation, certainty: null, asksForSummary: false };
  }

  /** A summary behind the first messages of a conversation that has long gone on from them: they were kept, the others replaced. */
  replaced(told: Child, head: IndexedRequest): Link | null {
    if (head.next === null || told.agent !== head.agent) return null;
    const summarised = this.#summarised.get(sessionOf(told));
    const latest = summarised ?? this.#mains.get(sessionOf(told));
    if (latest === undefined || latest.digest.messages.length <= told.digest.messages.length) return null;
    if (!told.statesSummaryBehind(head.digest.messages.length) || !descendsFrom(latest, head)) return null;
    return fromSummary(latest, latest === summarised);
  }

  remember(known: IndexedRequest, told: RequestSummary): void {
    this.#restarts.see(known, told, this.#mains.get(sessionOf(told)));
    this.#noteSummary(known);
    if (known.relation !== "compaction" || !this.#speakers.has(speakerOf(known)))
      this.#speakers.set(speakerOf(known), known);
    if (known.isOfMainLine || known.relation === "side") this.#mains.set(elsewhere(known), known);
    if (known.isOfMainLine) this.#mains.set(sessionOf(known), known);
  }

  /**
   * Runs after all requests were seen: a line that stopped when another one began with a shorter history was perhaps compacted.
   */
  settle(): void {
    this.#restarts.settle();
  }

  /** The request whose answer calls for this task. A request that was given the same task did not originate it. */
  #giverOf(told: Child): IndexedRequest | null {
    const { length } = told.digest.messages;
    const texts = textsOf(told.behind(Math.max(0, length - TASK)));
    return this.#directives.giversOf(texts).find((giver) => mayGive(giver, told)) ?? null;
  }

  /** A summary is asked for, then begun from; a history that goes on all the same was not replaced. */
  #noteSummary({ parent, relation, asksForSummary }: IndexedRequest): void {
    if (parent === null) return;
    const session = sessionOf(parent);
    if (asksForSummary) this.#summarised.set(session, asked(parent));
    else if (relation === "compaction" || (relation === "turn" && this.#summarised.get(session) === parent))
      this.#summarised.delete(session);
  }
}

function opensLike({ opening }: IndexedRequest, told: RequestSummary): boolean {
  return opening !== null && opening === openingOf(told);
}

/** Whether a request may have given another its task: it did not receive the same task itself. */
export function mayGive(giver: IndexedRequest, { digest }: Pick<IndexedRequest, "digest">): boolean {
  const task = digest.messages.at(-1);
  return !hasMessage(giver, task);
}

/**
 * A fork that inherits no word of its parent's has its system prompt all the same; another agent has its own. A changed sentence, or a
 * missing tool, makes no other agent: it breaks the prefix.
 */
export function givenAs(giver: IndexedRequest, { voice, digest }: Pick<IndexedRequest, "voice" | "digest">): Relation {
  if (voice !== giver.voice) return "side";
  const differs = digest.system !== giver.digest.system && digest.tools !== giver.digest.tools;
  return differs && isOtherAgent(giver.digest.agent, digest.agent) ? "fresh" : "branch";
}

function fromSummary(parent: IndexedRequest, isObserved: boolean): Link {
  return { parent, relation: "compaction", certainty: isObserved ? "observed" : "suspected", asksForSummary: false };
}

/** The content to summarise: a repeated request for a summary covers the same content. */
function asked(parent: IndexedRequest): IndexedRequest {
  return parent.asksForSummary && parent.parent !== null ? parent.parent : parent;
}

function hasMessage({ digest: { messages } }: IndexedRequest, message: Digest | undefined): boolean {
  for (let at = 0; at < messages.length; at += 1) if (messages.at(at) === message) return true;
  return false;
}

/** Conversations with one prompt are distinguished by their key or session. */
function sessionOf(told: Pick<RequestSummary, "voice" | "key"> & Digested): string {
  return `${speakerOf(told)}\n${told.key}`;
}

/** The same on whatever model or wire. */
function elsewhere({ digest, key }: Pick<RequestSummary, "key"> & Digested): string {
  return `\n${digest.system}\n${key}`;
}

function speakerOf({ voice, digest }: Pick<RequestSummary, "voice"> & Digested): string {
  return `${voice}\n${digest.system}`;
}
