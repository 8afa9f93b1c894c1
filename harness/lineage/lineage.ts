import type { Relation } from "../kernel/inspection.ts";
import { findParent } from "./find-parent.ts";
import { Histories } from "./histories.ts";
import { agentOf, type Asked, type Known, type Told } from "./known-request.ts";
import { Resemblances } from "./resemblances.ts";

/** Whom an exchange continues, and how. */
export type Descent = { readonly parent: string | null; readonly relation: Relation };

/** How many earlier requests are asked whether they gave a task. */
const ASKED = 24;

/**
 * Finds, request by request, which earlier one each continues (see `findParent`). Where history was replaced, the system
 * prompt tells the conversation; where there is none, the task tells who gave it. Requests are found by digests, never
 * held one against all.
 *
 * A relation is told at first sight and settled at the end (`settled`). The first to continue a request is its `turn`;
 * one that comes later and keeps the parent's prompt, tools and key, where the first lost one of them, takes the main
 * line over, and the first becomes a `branch`. Of conversations without a parent, those on the model and wire of the
 * longest one are `root`, others `side`.
 */
export class Lineage {
  readonly #histories = new Histories();
  readonly #resemblances = new Resemblances();
  readonly #told: Known[] = [];
  readonly #byId = new Map<string, Known>();
  /** By voice and system prompt: the latest request that is no compaction. */
  readonly #speakers = new Map<string, Known>();
  /** By voice and system prompt: whose history was last asked a summary of, and did not go on from one yet. */
  readonly #summarised = new Map<string, Known>();

  add(told: Told): Descent {
    const agent = agentOf(told);
    const { parent, relation } = this.#descentOf({ ...told, agent });
    const { id, voice, key, isRefused, hasAnswer, answered, answeredAtMs } = told;
    // Leads are asked of a new request alone; kept, those of all would grow with the square of their number.
    const digest = { ...told.digest, leads: [], byModel: [] };
    const { asksForSummary } = told.words;
    const order = this.#told.length;
    const known = {
      id,
      agent,
      voice,
      key,
      isRefused,
      hasAnswer,
      answered,
      answeredAtMs,
      digest,
      order,
      parent,
      relation,
      next: null,
      asksForSummary,
    };
    this.#remember(parent === null || told.forkOf !== null ? known : placed(known, parent), told.digest.leads);
    return { parent: told.forkOf ?? parent?.id ?? null, relation: known.relation };
  }

  /** The relation of each request, by its id, now that all were seen. */
  settled(): ReadonlyMap<string, Relation> {
    const voice = mainVoice(this.#told);
    const settle = (known: Known): Relation => {
      const isBeginning = known.parent === null && (known.relation === "root" || known.relation === "side");
      if (!isBeginning) return known.relation;
      return known.voice === voice ? "root" : "side";
    };
    return new Map(this.#told.map((known) => [known.id, settle(known)]));
  }

  #descentOf(told: Asked): Pick<Known, "parent" | "relation"> {
    if (told.forkOf !== null) return { parent: this.#byId.get(told.forkOf) ?? null, relation: "branch" };
    const isNew = !this.#speakers.has(speakerOf(told));
    const parent = findParent(told, this.#histories, this.#resemblances, isNew);
    return parent === null ? this.#begin(told) : { parent, relation: relationTo(parent, told) };
  }

  /** A request that continues none by its messages. */
  #begin(told: Asked): Pick<Known, "parent" | "relation"> {
    const { voice, digest } = told;
    const giver = this.#giverOf(told);
    if (giver !== null && digest.system !== giver.digest.system)
      return { parent: giver, relation: voice === giver.voice ? "fresh" : "side" };
    const summarised = this.#summarised.get(speakerOf(told));
    if (summarised?.key === told.key) return { parent: summarised, relation: "compaction" };
    const same = this.#speakers.get(speakerOf(told));
    // Longer than a beginning is: the same conversation, all of it rewritten. A refused question alone was no conversation.
    const isBegun = same !== undefined && !(same.isRefused && same.digest.messages.length === 1);
    if (isBegun && same.agent === told.agent && digest.messages.length > same.digest.messages.length)
      return { parent: same, relation: relationTo(same, told) };
    const first = this.#told[0];
    return { parent: null, relation: first === undefined || first.voice === voice ? "root" : "side" };
  }

  /** Whose answer says what this request's last message says. */
  #giverOf({ words }: Told): Known | null {
    const phrases = words.phrases.slice(0, 3);
    return this.#told.slice(-ASKED).findLast((known) => phrases.some((phrase) => known.answered(phrase))) ?? null;
  }

  #remember(known: Known, leads: Told["digest"]["leads"]): void {
    this.#told.push(known);
    this.#byId.set(known.id, known);
    this.#histories.remember(known, leads);
    this.#resemblances.remember(known);
    this.#noteSummary(known);
    if (known.relation !== "compaction" || !this.#speakers.has(speakerOf(known)))
      this.#speakers.set(speakerOf(known), known);
  }

  /** A summary is asked for, then begun from; a history that goes on all the same was not replaced. */
  #noteSummary({ parent, relation, asksForSummary }: Known): void {
    if (parent === null) return;
    const speaker = speakerOf(parent);
    if (asksForSummary) this.#summarised.set(speaker, parent);
    else if (relation === "compaction" || (relation === "turn" && this.#summarised.get(speaker) === parent))
      this.#summarised.delete(speaker);
  }
}

function speakerOf({ voice, digest }: Pick<Told, "voice" | "digest">): string {
  return `${voice}\n${digest.system}`;
}

/** The model and wire of the longest conversation, without those that went on from it on another one. */
function mainVoice(told: readonly Known[]): string | null {
  const begun = new Map<Known, Known>();
  let longest: Known | null = null;
  for (const known of told) {
    const beginning = known.parent === null ? known : begun.get(known.parent);
    if (beginning?.voice !== known.voice) continue;
    begun.set(known, beginning);
    if (longest === null || known.digest.messages.length > longest.digest.messages.length) longest = known;
  }
  return longest?.voice ?? null;
}

/** How a request goes on from the one whose history it has, as if it were the first to do so. */
function relationTo(parent: Known, { voice, digest, words }: Told): Relation {
  if (voice !== parent.voice) return "side";
  if (words.asksForSummary) return "compaction";
  if (digest.system !== parent.digest.system && digest.tools !== parent.digest.tools) return "fresh";
  return "turn";
}

/** One main line goes on from a request: on that continuation which keeps its prompt, tools and key, or else on the first. */
function placed(known: Known, parent: Known): Known {
  if (known.relation !== "turn") return known;
  const { next } = parent;
  if (next === null || (known.agent === parent.agent && next.agent !== parent.agent)) {
    if (next !== null) next.relation = "branch";
    parent.next = known;
  } else known.relation = "branch";
  return known;
}
