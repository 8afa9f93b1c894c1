import { cacheScope } from "../../cache-model/cache-scope.ts";
import { type PairPlay, type PlayedRequest, rulesFor } from "../../cache-model/play-pair.ts";
import { playSiblings } from "../../cache-model/play-siblings.ts";
import { modelOf } from "../../wires/model-of.ts";
import type { Recording } from "../../kernel/exchange.ts";
import type { Judgement } from "../../kernel/judgement.ts";
import { guessProvider } from "../guess-provider.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { type JudgedPair, judgePair, judgeParsedPair, type Pair, priced } from "../judge.ts";
import type { ReadableEntry } from "./readable-entries.ts";
import { whyUnanswered } from "./why-unanswered.ts";
import { isNextTurn } from "../recording/is-next-turn.ts";
import { wordedForPair } from "../recording/turn-words.ts";
import { LineageReader } from "../recording/lineage-reader.ts";
import { readOrFault, type ReadRequest, readRequest } from "../read-request.ts";

/** Closer to each other than any lifetime is long, one of two requests is enough to keep an entry alive. */
const APART_MS = 60_000;

/** So many requests before a parent may have left an entry that a child reads: forms of a prompt mostly alternate in pairs. */
const EARLIER = 2;

/** So many requests around a parent are looked at for one that wrote its prefix before it. */
const NEAR = 16;

/** The parent of each request so far, and when each was sent. */
export class RequestTree {
  /** In recorded order; a time that is unknown is NaN. */
  readonly #ids: string[] = [];
  readonly #parents: (string | null)[] = [];
  readonly #sentMs: number[] = [];
  readonly #places = new Map<string, number>();
  /**
   * By place: the first child of each, its last one, and the next one of the same parent; -1 without one. Filled with `#places` when they
   * are asked for: few recordings ask.
   */
  readonly #first: number[] = [];
  readonly #last: number[] = [];
  readonly #next: number[] = [];
  /** The places of the children of requests that are not here: a recording may name a parent that cannot be read. */
  readonly #strays = new Map<string, number[]>();

  add(id: string, parent: string | null, startedAtMs: number | null): void {
    this.#ids.push(id);
    this.#parents.push(parent);
    this.#sentMs.push(startedAtMs ?? Number.NaN);
  }

  /** The parent of the request that was added after `place` others, as it was then. */
  parentAt(place: number): string | null {
    return this.#parents[place] ?? null;
  }

  /** Ids of the `most` requests that `id` continues, the nearest first, without `id`. */
  before(id: string, most: number): readonly string[] {
    this.#index();
    const found: string[] = [];
    for (let at = this.#places.get(id); at !== undefined && found.length < most;) {
      const parent = this.#parents[at] ?? null;
      if (parent === null) break;
      found.push(parent);
      at = this.#places.get(parent);
    }
    return found;
  }

  /**
   * Ids of requests that continue `id`, directly or not, in time order and each well behind the last; they all hold its prefix.
   */
  behind(id: string): readonly string[] {
    this.#index();
    const found: { readonly id: string; readonly ms: number }[] = [];
    const open = [id];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const place of this.#childrenOf(next)) {
        const [child = "", ms = Number.NaN] = [this.#ids[place], this.#sentMs[place]];
        open.push(child);
        if (!Number.isNaN(ms)) found.push({ id: child, ms });
      }
    }
    let last = -Infinity;
    const inOrder = found.toSorted((left, right) => left.ms - right.ms);
    return inOrder.flatMap((each) => {
      if (each.ms - last < APART_MS) return [];
      last = each.ms;
      return [each.id];
    });
  }

  /** Ids of the nearest requests that `id` continues, and of those that continue it or one of them: retries, and forks of one turn. */
  around(id: string): readonly string[] {
    const line = [...this.before(id, EARLIER)];
    const next = [id, ...line].flatMap((each) => this.#childrenOf(each));
    const latest = next.sort((left, right) => left - right).slice(-NEAR);
    return [...new Set([...line, ...latest.map((place) => this.#ids[place] ?? "")])].filter((each) => each !== id);
  }

  /** Their places, in recorded order. */
  #childrenOf(id: string): readonly number[] {
    const place = this.#places.get(id);
    if (place === undefined) return this.#strays.get(id) ?? [];
    const found: number[] = [];
    for (let at = this.#first[place] ?? -1; at !== -1; at = this.#next[at] ?? -1) found.push(at);
    return found;
  }

  #index(): void {
    for (let at = this.#first.length; at < this.#ids.length; at += 1) {
      this.#places.set(this.#ids[at] ?? "", at);
      for (const list of [this.#first, this.#last, this.#next]) list.push(-1);
      const id = this.#parents[at] ?? null;
      if (id === null) continue;
      const parent = this.#places.get(id);
      if (parent === undefined) {
        this.#strays.set(id, [...(this.#strays.get(id) ?? []), at]);
        continue;
      }
      const before = this.#last[parent] ?? -1;
      if (before === -1) this.#first[parent] = at;
      else this.#next[before] = at;
      this.#last[parent] = at;
    }
  }
}

/** The recording that a pair lies in. Who continued whom is asked where it matters. */
export type Family = { readonly recording: Recording; readonly kin: () => RequestTree };

/**
 * The verdict on two requests of a recording: the one that `judgeRecording` gives to a child whose parent the user names. Only causes that a
 * whole sequence of requests shows are missing, since a pair has no sequence. `mayBeTurn`: the texts speak of a request instead of a fork
 * where the bytes show the parent's own next turn.
 */
export function judgeOfRecording(recording: Recording, pair: Pair, mayBeTurn: boolean): Judgement {
  const parent = readRequest(pair.parent);
  const child = readRequest(pair.child, parent);
  if (child === null) return judgeParsedPair(pair, parent, child);
  const judged = judgeAmongKin(pair, parent, child, { recording, kin: () => kinBefore(recording, pair.child.id) });
  const isTurn = (): boolean => mayBeTurn && parent !== null && pair.at === undefined && isNextTurn(parent, child);
  return priced(judged, wordedForPair(judged.judgement, isTurn));
}

/** The relations of requests before a request was sent. Bodies that are not JSON are skipped. */
function kinBefore(recording: Recording, before: string): RequestTree {
  const kin = new RequestTree();
  const lineage = new LineageReader(recording);
  let last: ReadRequest | null = null;
  for (const id of recording.ids.slice(0, recording.ids.indexOf(before))) {
    const exchange = (recording.loadReadable ?? recording.load)(id);
    const read: ReadRequest | HarnessError | null = exchange === null ? null : readOrFault(exchange, last, true);
    if (exchange === null || read === null || read instanceof HarnessError) continue;
    last = read;
    kin.add(id, lineage.add(exchange, read.layout).parent, exchange.startedAtMs);
  }
  return kin;
}

/**
 * The verdict on a pair of a recording. Where it finds that the parent's entry had expired, others of the family may have met the cache
 * meanwhile: an entry lives on when a sibling reads it, and is there again when a sibling wrote it. Where it finds that the child came
 * before the entry, another attempt of the parent or a sibling may have written the same entry in time.
 */
export function judgeAmongKin(pair: Pair, parent: ReadRequest | null, child: ReadRequest, family: Family): JudgedPair {
  const alone = judgePair(pair, parent, child);
  if (parent === null) return alone;
  const { findings } = alone.judgement;
  const others = findings.some(({ code }) => EXPIRED.includes(code))
    ? family.kin().behind(parent.exchange.id)
    : findings.some(({ code }) => EARLY.includes(code))
      ? family.kin().around(parent.exchange.id)
      : [];
  const play = playAmongKin(pair, parent, child, { ...family, others });
  return play === null ? alone : judgePair({ ...pair, play }, parent, child);
}

/** What requests before the pair's parent left in the cache for its child. */
export function earlierEntries(pair: Pair, child: ReadRequest, { recording, kin }: Family): readonly ReadableEntry[] {
  return kin()
    .before(pair.parent.id, EARLIER)
    .flatMap((id) => {
      const exchange = recording.load(id);
      const read = readRequest(exchange, child);
      const entry = read === null ? null : judgePair({ ...pair, parent: exchange }, read, child).entry();
      return entry ?? [];
    });
}

/** The entry was not there by the times, or was read although it should not have been there. */
const EXPIRED: readonly string[] = ["CB701", "CB903"];

/** The child was sent before the entry could be read. */
const EARLY: readonly string[] = ["CB702", "CB703"];

/** Null without other requests, if a time is unknown, and if the cache has no model. */
function playAmongKin(
  { provider, caches }: Pair,
  parent: ReadRequest,
  child: ReadRequest,
  { recording, others: ids }: Pick<Family, "recording"> & { readonly others: readonly string[] },
): PairPlay | null {
  if (ids.length === 0) return null;
  const asked = provider ?? guessProvider(parent.exchange, parent.layout);
  const rules = asked === null ? null : rulesFor(asked, played(parent), caches);
  if (asked === null || rules === null) return null;
  const scope = cacheScope({ ...parent.exchange, layout: parent.layout }, rules);
  const others = ids.flatMap((id) => {
    // It may have been taken for a child of another one at first.
    if (id === child.exchange.id) return [];
    const exchange = recording.load(id);
    // A refused request neither read nor wrote, and a request for another account met another cache.
    const read = whyUnanswered(exchange) === null ? readRequest(exchange, child) : null;
    const isThere = read !== null && cacheScope({ ...exchange, layout: read.layout }, rules) === scope;
    return isThere && read.dialect === child.dialect ? [played(read)] : [];
  });
  if (others.length === 0) return null;
  const own = played(child);
  return playSiblings(asked, played(parent), [...others, own], caches).get(own) ?? null;
}

/** A response without a recorded time of its first byte is assumed to begin at once. */
function played({ exchange, layout }: ReadRequest): PlayedRequest {
  const { startedAtMs, firstByteMs, headers, path } = exchange;
  return { layout, model: modelOf(layout, path) ?? "", startedAtMs, firstByteMs: firstByteMs ?? 0, headers };
}
