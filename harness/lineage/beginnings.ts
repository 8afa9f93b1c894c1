import type { Relation } from "../kernel/inspection.ts";
import { Collapses } from "./collapses.ts";
import { type Asked, descendsFrom, isNamed, type Known, openingOf, type Told } from "./known-request.ts";
import { relationTo } from "./relation-to.ts";

/** How a request hangs on the one it continues. */
export type Link = Pick<Known, "parent" | "relation" | "certainty" | "asksForSummary">;

/** How many earlier requests are asked whether they gave a task, and how many tasks wait for the request that shows who gave them. */
const ASKED = 24;

/** Of a task so many runs of text are looked for, the longest. */
const PHRASES = 3;

/** A conversation that was begun, with what its task says. */
type Begun = { readonly known: Known; readonly phrases: readonly string[] };

/**
 * What a request that continues none by its messages may go on from all the same: a task that somebody gave, a summary of another
 * conversation, a history that was rewritten as a whole.
 */
export class Beginnings {
  readonly #told: readonly Known[];
  /** By voice and system prompt: the latest request that is no compaction. */
  readonly #speakers = new Map<string, Known>();
  /** By session (see `sessionOf`): the latest request of a main line. What is compacted is rarely a fork of it. */
  readonly #mains = new Map<string, Known>();
  /** By session: whose history was last asked a summary of, and did not go on from one yet. */
  readonly #summarised = new Map<string, Known>();
  readonly #collapses = new Collapses();
  #waiting: readonly Begun[] = [];

  /** `told` are the requests so far, in recorded order. */
  constructor(told: readonly Known[]) {
    this.#told = told;
  }

  hasHeard(told: Told): boolean {
    return this.#speakers.has(speakerOf(told));
  }

  /** A request that continues none by its messages. */
  begin(told: Asked): Link {
    const giver = this.#giverOf(told);
    if (giver !== null) {
      const { asksForSummary } = told.words;
      return { parent: giver, relation: givenAs(giver, told), certainty: "observed", asksForSummary };
    }
    const summarised = this.#summarised.get(sessionOf(told));
    if (summarised !== undefined) return fromSummary(summarised, told.statesSummaryBehind(0));
    const main = this.#mains.get(sessionOf(told));
    if (main !== undefined && main.digest.messages.length > 1 && isNamed(told) && told.statesSummaryBehind(0))
      return fromSummary(main, false);
    const same = this.#speakers.get(speakerOf(told));
    if (same !== undefined && (isNamed(told) || opensLike(same, told))) {
      const [before, now] = [same.digest.messages.length, told.digest.messages.length];
      // Longer than a beginning is: the same conversation, all of it rewritten. A refused question alone was no conversation.
      if (same.agent === told.agent && now > before && !(same.isRefused && before === 1))
        return { parent: same, relation: relationTo(same, told), certainty: "suspected", asksForSummary: false };
    }
    const [first] = this.#told;
    const relation = first === undefined || first.voice === told.voice ? "root" : "side";
    return { parent: null, relation, certainty: null, asksForSummary: false };
  }

  /** A summary behind the first messages of a conversation that has long gone on from them: they were kept, the others replaced. */
  replaced(told: Asked, head: Known): Link | null {
    if (head.next === null || told.agent !== head.agent) return null;
    const summarised = this.#summarised.get(sessionOf(told));
    const latest = summarised ?? this.#mains.get(sessionOf(told));
    if (latest === undefined || latest.digest.messages.length <= told.digest.messages.length) return null;
    if (!told.statesSummaryBehind(head.digest.messages.length) || !descendsFrom(latest, head)) return null;
    return fromSummary(latest, latest === summarised);
  }

  remember(known: Known, told: Told): void {
    const { words, callsBehind } = told;
    this.#collapses.see(known, told, this.#mains.get(sessionOf(told)));
    if (known.parent !== null) this.#findGiven(known.parent, callsBehind);
    else if (known.order > 0 && words.phrases.length > 0)
      this.#waiting = [...this.#waiting.slice(1 - ASKED), { known, phrases: words.phrases.slice(0, PHRASES) }];
    this.#noteSummary(known);
    if (known.relation !== "compaction" || !this.#speakers.has(speakerOf(known)))
      this.#speakers.set(speakerOf(known), known);
    if (known.isOfMainLine) this.#mains.set(sessionOf(known), known);
  }

  /** All were seen: what stopped where another one began with a shorter history was compacted, perhaps. */
  settle(): void {
    this.#collapses.settle();
  }

  /** Whose answer says what this request's last message says. One who was told the same has it from elsewhere. */
  #giverOf({ words, digest, isWithoutAnswers }: Told): Known | null {
    const phrases = words.phrases.slice(0, PHRASES);
    const task = digest.messages.at(-1);
    const mayGive = (known: Known): boolean => digest.system !== known.digest.system;
    const latest = this.#told.slice(-ASKED).reverse();
    if (!isWithoutAnswers) {
      const isGiver = (known: Known): boolean => mayGive(known) && phrases.some((phrase) => known.answered(phrase));
      return latest.find((known) => isGiver(known) && !hasMessage(known, task)) ?? null;
    }
    for (const { parent, callsBehind } of latest) {
      if (parent === null || !mayGive(parent)) continue;
      const { length } = parent.digest.messages;
      if (phrases.some((phrase) => callsBehind(length, phrase)) && !hasMessage(parent, task)) return parent;
    }
    return null;
  }

  /** What the model calls behind the messages of `giver` was its answer: tasks that begun after it may be given there. */
  #findGiven(giver: Known, callsBehind: Told["callsBehind"]): void {
    const isGiven = ({ known, phrases }: Begun): boolean =>
      giver.order < known.order &&
      giver.digest.system !== known.digest.system &&
      phrases.some((phrase) => callsBehind(giver.digest.messages.length, phrase)) &&
      !hasMessage(giver, known.digest.messages.at(-1));
    this.#waiting = this.#waiting.filter((begun) => {
      if (!isGiven(begun)) return true;
      begun.known.parent = giver;
      begun.known.relation = givenAs(giver, begun.known);
      begun.known.certainty = "observed";
      return false;
    });
  }

  /** A summary is asked for, then begun from; a history that goes on all the same was not replaced. */
  #noteSummary({ parent, relation, asksForSummary }: Known): void {
    if (parent === null) return;
    const session = sessionOf(parent);
    if (asksForSummary) this.#summarised.set(session, asked(parent));
    else if (relation === "compaction" || (relation === "turn" && this.#summarised.get(session) === parent))
      this.#summarised.delete(session);
  }
}

function opensLike({ opening }: Known, told: Told): boolean {
  return opening !== null && opening === openingOf(told);
}

function givenAs(giver: Known, { voice }: Pick<Told, "voice">): Relation {
  return voice === giver.voice ? "fresh" : "side";
}

function fromSummary(parent: Known, isObserved: boolean): Link {
  return { parent, relation: "compaction", certainty: isObserved ? "observed" : "suspected", asksForSummary: false };
}

/** What a summary is asked of: a request for it that is sent once more, or said again, asks the same. */
function asked(parent: Known): Known {
  return parent.asksForSummary && parent.parent !== null ? parent.parent : parent;
}

function hasMessage({ digest: { messages } }: Known, message: string | undefined): boolean {
  for (let at = 0; at < messages.length; at += 1) if (messages.at(at) === message) return true;
  return false;
}

/** Conversations of one prompt are told apart by the key or session that they name. */
function sessionOf(told: Pick<Told, "voice" | "key" | "digest">): string {
  return `${speakerOf(told)}\n${told.key}`;
}

function speakerOf({ voice, digest }: Pick<Told, "voice" | "digest">): string {
  return `${voice}\n${digest.system}`;
}
