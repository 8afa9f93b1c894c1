import { createHash } from "node:crypto";
import type { RecordedExchange, Source } from "../cassette/recorded-exchange.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";

/** Where an exchange of several recordings lies: in which of them, and its id there. */
export type Origin = { readonly at: number; readonly id: string };

/** For each exchange that is a copy of an earlier one: where that one lies. One map for each source, by the id there. */
export type Copies = readonly ReadonlyMap<string, Origin>[];

/**
 * The copies among the exchanges of several sources, such as those of a log next to its rotated, compressed copy. A copy has the same
 * bytes, sent at the same time, and either the same number or an answer with an id: no provider gives an id twice. Without times it also
 * lies in another source, or has the same number; where one of the two has a time, only the id shows it. An exchange that cannot be read
 * is not a copy.
 */
export function findCopies(sources: readonly Source[]): Copies {
  const copies = sources.map(() => new Map<string, Origin>());
  const seen = new Map<string, Sighting[]>();
  for (const { at, id } of candidates(sources)) {
    const exchange = readable(sources[at], id);
    if (exchange === null) continue;
    const [key, sighting] = [digestOf(exchange), sightingOf(exchange, { at, id })];
    const known = seen.get(key) ?? [];
    const original = known.find((each) => isSame(each, sighting));
    if (original === undefined) seen.set(key, [...known, sighting]);
    else copies[at]?.set(id, original.origin);
  }
  return copies;
}

/** To read each request of a long log twice is slow: only exchanges sent at one time, or with one number, can be copies. */
function candidates(sources: readonly Source[]): readonly Origin[] {
  const areTimed = sources.every(({ sentAtMs }) => sentAtMs !== undefined);
  const traitOf = ({ at, id }: Origin): string | number | null =>
    areTimed ? (sources[at]?.sentAtMs?.(id) ?? null) : sources.length > 1 ? null : ownNumber(id);
  const [once, often] = [new Set<string | number>(), new Set<string | number | null>([null])];
  for (const each of origins(sources)) {
    const trait = traitOf(each);
    if (trait === null) continue;
    if (once.has(trait)) often.add(trait);
    once.add(trait);
  }
  return [...origins(sources)].filter((each) => often.has(traitOf(each)));
}

function* origins(sources: readonly Source[]): Generator<Origin> {
  for (const [at, { ids }] of sources.entries()) for (const id of ids) yield { at, id };
}

/** A number that repeats in one file has its line behind it. */
function ownNumber(id: string): string {
  return id.replace(/@\d+$/, "");
}

function readable(source: Source | undefined, id: string): RecordedExchange | null {
  try {
    return source?.load(id) ?? null;
  } catch (fault) {
    if (fault instanceof HarnessError) return null;
    throw fault;
  }
}

type Sighting = { readonly origin: Origin; readonly startedAtMs: number | null; readonly hasAnswerId: boolean };

function sightingOf({ startedAtMs, response }: RecordedExchange, origin: Origin): Sighting {
  const head = response?.body.toString("latin1", 0, HEAD) ?? "";
  return { origin, startedAtMs, hasAnswerId: ANSWER_ID.test(head) };
}

const HEAD = 4096;
/** Of an answer in any wire format, as JSON or as the first event of a stream. */
const ANSWER_ID = /"(?:id|responseId)"\s*:\s*"[^"]+"/;

function isSame({ origin, startedAtMs }: Sighting, other: Sighting): boolean {
  const isElsewhere = origin.at !== other.origin.at;
  if (startedAtMs !== other.startedAtMs)
    return isElsewhere && other.hasAnswerId && (startedAtMs === null || other.startedAtMs === null);
  if (ownNumber(origin.id) === ownNumber(other.origin.id)) return true;
  return other.hasAnswerId && (startedAtMs !== null || isElsewhere);
}

function digestOf({ method, path, request, response, usage, counted }: RecordedExchange): string {
  const head = [method, path, request.length, response?.status, usage, counted];
  const hash = createHash("sha1").update(JSON.stringify(head)).update(request);
  return hash.update(response?.body ?? "").digest("base64");
}
