import type { Certainty, Relation } from "../kernel/inspection.ts";
import { Beginnings, type Link } from "./beginnings.ts";
import { condensed } from "./condensed.ts";
import { findParent } from "./find-parent.ts";
import { Histories } from "./histories.ts";
import { agentOf, type Asked, asksElsewhere, isRepeat, type Known, openingOf, type Told } from "./known-request.ts";
import { asksForSummary, relationTo } from "./relation-to.ts";
import { Resemblances } from "./resemblances.ts";
import { settle } from "./settle.ts";

/** Whom an exchange continues, and how. */
export type Descent = {
  readonly parent: string | null;
  readonly relation: Relation;
  /** Null for one that continues none, and says so by nothing but itself. */
  readonly certainty: Certainty | null;
};

/** A descent at first sight. */
export type FirstDescent = Descent & {
  /**
   * Whether it asks its parent's very messages once more, of another model or host, while the conversation stays where it was: no cache
   * could serve it, and none was lost.
   */
  readonly asksAgainElsewhere: boolean;
};

/**
 * Finds, request by request, which earlier one each continues (see `findParent`). Where history was replaced, the system
 * prompt tells the conversation; where there is none, the task tells who gave it (see `Beginnings`). Requests are found by digests,
 * never held one against all.
 *
 * A descent is told at first sight and settled at the end (`settled`). The first to continue a request is its `turn`;
 * one that comes later and keeps the parent's prompt, tools and key, where the first lost one of them, takes the main
 * line over, and the first becomes a `branch`. Who gave a task may be seen only where that one goes on.
 *
 * The same messages sent again to another model or host are a `side` of the first: providers share no cache, so a second answer to one
 * question loses nothing. Only where the first was refused did the conversation itself move there, and lose what was stored before.
 */
export class Lineage {
  readonly #histories = new Histories();
  readonly #resemblances = new Resemblances();
  readonly #told: Known[] = [];
  readonly #byId = new Map<string, Known>();
  readonly #beginnings = new Beginnings(this.#told);

  add(told: Told): FirstDescent {
    const agent = agentOf(told);
    const link = this.#linkOf({ ...told, agent });
    const { id, voice, key, host, isRefused, hasAnswer, answered, callsBehind, startedAtMs, answeredAtMs, forkOf } =
      told;
    const { parent } = link;
    const asksAgainElsewhere = forkOf === null && parent !== null && staysBeside(parent, told);
    const known = {
      ...link,
      relation: asksAgainElsewhere ? "side" : link.relation,
      id,
      agent,
      opening: openingOf(told),
      voice,
      key,
      host,
      isRefused,
      hasAnswer,
      answered,
      callsBehind,
      startedAtMs,
      answeredAtMs,
      forkOf,
      // Leads are asked of a new request alone; kept, those of all would grow with the square of their number.
      digest: { ...told.digest, leads: [], byModel: [] },
      order: this.#told.length,
      next: null,
      mayBeStored: !isRefused || (parent?.mayBeStored ?? false),
      isOfMainLine: false,
    };
    if (parent !== null && forkOf === null) place(known, parent);
    known.isOfMainLine = isOfMainLine(known);
    this.#remember(known, told);
    const { relation, certainty } = known;
    return { parent: parentOf(known), relation, certainty, asksAgainElsewhere };
  }

  /** The descent of each request, by its id, now that all were seen. */
  settled(): ReadonlyMap<string, Descent> {
    this.#beginnings.settle();
    const settled = settle(this.#told);
    return new Map(this.#told.map((known) => [known.id, { parent: parentOf(known), ...settled(known) }]));
  }

  #linkOf(told: Asked): Link {
    if (told.forkOf !== null) {
      const parent = this.#byId.get(told.forkOf) ?? null;
      return { parent, relation: "branch", certainty: "observed", asksForSummary: told.words.asksForSummary };
    }
    const isNew = !this.#beginnings.hasHeard(told);
    const parent = findParent(told, this.#histories, this.#resemblances, isNew);
    if (parent === null) return this.#beginnings.begin(told);
    return (
      this.#beginnings.replaced(told, parent) ??
      condensed(told, parent) ?? {
        parent,
        relation: relationTo(parent, told),
        certainty: "observed",
        asksForSummary: asksForSummary(parent, told),
      }
    );
  }

  #remember(known: Known, told: Told): void {
    this.#told.push(known);
    this.#byId.set(known.id, known);
    this.#histories.remember(known, told.digest.leads);
    this.#resemblances.remember(known);
    this.#beginnings.remember(known, told);
  }
}

function parentOf({ forkOf, parent }: Known): string | null {
  return forkOf ?? parent?.id ?? null;
}

function staysBeside(parent: Known, told: Told): boolean {
  const hasMoved = parent.isRefused && parent.mayBeStored;
  return asksElsewhere(parent, told) && isRepeat(parent, told) && !hasMoved;
}

function isOfMainLine({ parent, relation, asksForSummary }: Known): boolean {
  if (parent === null) return true;
  return parent.isOfMainLine && !asksForSummary && (relation === "turn" || relation === "compaction");
}

/** One main line goes on from a request: on that continuation which keeps its prompt, tools and key, or else on the first. */
function place(known: Known, parent: Known): void {
  if (known.relation !== "turn") return;
  const { next } = parent;
  if (next === null || (known.agent === parent.agent && next.agent !== parent.agent)) {
    if (next !== null) next.relation = "branch";
    parent.next = known;
  } else known.relation = "branch";
}
