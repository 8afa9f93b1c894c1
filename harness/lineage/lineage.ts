import type { Relation } from "../kernel/inspection.ts";
import type { LastWords } from "./last-words.ts";
import type { RequestDigest } from "./request-digest.ts";

/** Whom an exchange continues, and how. */
export type Descent = { readonly parent: string | null; readonly relation: Relation };

/** One request in recorded order. */
export type Told = {
  readonly id: string;
  /** Wire and model: a conversation does not change them. */
  readonly voice: string;
  readonly digest: RequestDigest;
  readonly words: LastWords;
  /** The parent that the recording itself names. */
  readonly forkOf: string | null;
  /** Whether an answer to this request was recorded; asked only of few, like what it contains. */
  readonly hasAnswer: () => boolean;
  /** Whether that answer contains a phrase. */
  readonly answered: (phrase: string) => boolean;
};

type Known = Told & { continued: boolean; readonly relation: Relation };

/** Of an edited history, this share of a request's messages must stand at their places in the one that continues it. */
const NEARLY_WHOLE = 0.6;

/** How many earlier requests are asked whether they gave a task. */
const ASKED = 24;

/** Requests that end in one message, and are told apart by the others. */
const ALIKE = 8;

/**
 * Finds, request by request, which earlier one each continues. The longest request whose messages stand at the head of this
 * one's is its parent, even where a few were edited; a parent that went on meanwhile holds a message that this one does
 * not, and is passed over. Where history was replaced, the system prompt tells the conversation; where there is none, the
 * task tells who gave it. Requests are found by digests, never held one against all.
 */
export class Lineage {
  /** By the digest of the last message: requests that end so. */
  readonly #endings = new Map<string, readonly Known[]>();
  /** By the digest of a message: the latest request that holds it. */
  readonly #holders = new Map<string, Known>();
  /** System prompts by voice: who spoke before has a conversation of its own. */
  readonly #speakers = new Set<string>();
  readonly #told: Known[] = [];

  add(told: Told): Descent {
    if (told.forkOf !== null) {
      this.#remember({ ...told, continued: false, relation: "branch" });
      return { parent: told.forkOf, relation: "branch" };
    }
    const parent = this.#continued(told) ?? this.#wentBack(told);
    const descent = parent === null ? this.#begin(told) : { parent: parent.id, relation: relationTo(parent, told) };
    if (parent !== null && (descent.relation === "turn" || descent.relation === "branch")) parent.continued = true;
    this.#remember({ ...told, continued: false, relation: descent.relation });
    return descent;
  }

  /**
   * The longest request that ends inside this one, with all or nearly all of its messages at their places. One that was
   * answered, and whose answer does not follow, is a sibling with the same tool results: it comes last.
   */
  #continued(told: Told): Known | null {
    let unanswered: Known | null = null;
    for (const [at, leads] of [...told.digest.leads.entries()].reverse()) {
      for (const lead of leads.toReversed()) {
        const own = this.#endingIn(told, at, lead);
        if (own === null) continue;
        if (told.digest.byModel[at + 1] !== false || !own.hasAnswer()) return own;
        unanswered ??= own;
      }
    }
    return unanswered;
  }

  /**
   * The latest request whose last message, number `at`, says `lead`; one of the same voice comes first, and of those one with
   * the same system prompt. Two agents at one task say much the same: of one whose system prompt was heard before,
   * nobody else's history is taken for an edited form.
   */
  #endingIn(told: Told, at: number, lead: string): Known | null {
    const { voice, digest } = told;
    const least = this.#speakers.has(speakerOf(told)) ? 1 : NEARLY_WHOLE;
    const fitting = (this.#endings.get(lead) ?? []).filter((known) => {
      if (known.digest.messages.length !== at + 1) return false;
      const enough = known.digest.system === digest.system ? NEARLY_WHOLE : least;
      return sharesHistory(known.digest.messages, digest.messages, enough);
    });
    const ofVoice = fitting.filter((known) => known.voice === voice);
    return (
      ofVoice.findLast((known) => known.digest.system === digest.system) ?? ofVoice.at(-1) ?? fitting.at(-1) ?? null
    );
  }

  /** A request that holds all of this one's messages and more: this one returns to an earlier point. */
  #wentBack({ digest: { messages } }: Told): Known | null {
    const holder = this.#holders.get(messages.at(-1) ?? "");
    return holder !== undefined && share(messages, holder.digest.messages) === 1 ? holder : null;
  }

  /** A request that continues none by its messages. */
  #begin(told: Told): Descent {
    const { voice, digest } = told;
    const giver = this.#giverOf(told);
    if (giver !== null && digest.system !== giver.digest.system) return { parent: giver.id, relation: "fresh" };
    const before = this.#told.filter((known) => known.voice === voice);
    const same = before.findLast((known) => known.digest.system === digest.system && known.relation !== "compaction");
    if (same !== undefined) {
      const summarised = this.#told.slice(this.#told.indexOf(same)).some(({ relation }) => relation === "compaction");
      if (summarised) return { parent: same.id, relation: "compaction" };
      // Longer than a beginning is: the same conversation, edited at its head.
      if (digest.messages.length > same.digest.messages.length)
        return { parent: same.id, relation: relationTo(same, told) };
    }
    return { parent: null, relation: this.#told.length === 0 || before.length > 0 ? "root" : "side" };
  }

  /** Whose answer says what this request's last message says. */
  #giverOf({ words }: Told): Known | null {
    const phrases = words.phrases.slice(0, 3);
    return this.#told.slice(-ASKED).findLast((known) => phrases.some((phrase) => known.answered(phrase))) ?? null;
  }

  /** Leads are asked of a new request alone; kept, those of all requests would grow with the square of their number. */
  #remember(request: Known): void {
    const { messages } = request.digest;
    const known = { ...request, digest: { ...request.digest, leads: [], byModel: [] } };
    this.#told.push(known);
    this.#speakers.add(speakerOf(known));
    const last = messages.at(-1);
    if (last !== undefined) this.#endings.set(last, [...(this.#endings.get(last) ?? []).slice(1 - ALIKE), known]);
    for (const message of messages) this.#holders.set(message, known);
  }
}

function speakerOf({ voice, digest }: Told): string {
  return `${voice}\n${digest.system}`;
}

/** Whether enough messages of a request whose last one is known to stand in another do so too. */
function sharesHistory(messages: readonly string[], others: readonly string[], enough: number): boolean {
  const same = messages.slice(0, -1).filter((message, at) => others[at] === message).length;
  return same + 1 >= enough * messages.length;
}

/** What share of `part`'s messages stands at the same places in `whole`. */
function share(part: readonly string[], whole: readonly string[]): number {
  let same = 0;
  for (const [at, message] of part.entries()) if (whole[at] === message) same += 1;
  return part.length === 0 ? 0 : same / part.length;
}

/** How a request goes on from the one whose history it has. */
function relationTo(parent: Known, { digest, words }: Told): Relation {
  if (words.asksForSummary) return "compaction";
  if (digest.system !== parent.digest.system && digest.tools !== parent.digest.tools) return "fresh";
  return parent.continued ? "branch" : "turn";
}
