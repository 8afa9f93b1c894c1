import type { RecordedExchange, Source } from "../cassette/recorded-exchange.ts";
import { inSentOrder } from "../cassette/in-sent-order.ts";
import { noSuchId } from "../cassette/no-such-id.ts";
import { type Copies, findCopies, type Origin } from "./find-copies.ts";

/** A recording, and the short name that distinguishes its ids from others'. */
export type LabelledSource = { readonly label: string; readonly source: Source };

/** Several recordings as one. */
export type Merged = {
  readonly merged: Source;
  readonly originOf: (id: string) => Origin | null;
  /** How many exchanges of each source were left out, as copies of others. */
  readonly copies: readonly number[];
};

/**
 * Several recordings as one, in the order of sending if every exchange of each says when it was sent, otherwise one behind the other.
 * Copies of an exchange are left out. If an id still repeats, all ids become `label:id`.
 */
export function mergeSources(sources: readonly LabelledSource[], name: string): Merged {
  const found = findCopies(sources.map(({ source }) => source));
  const copies = found.map(({ size }) => size);
  const kept = sources.map(({ label, source }, at) => ({ label, source: withoutCopies(source, found[at]) }));
  const [only] = kept;
  if (only !== undefined && kept.length === 1)
    return { merged: { ...only.source, name }, originOf: (id) => ({ at: 0, id }), copies };
  return { ...joined(kept, name, found), copies };
}

function withoutCopies(source: Source, copies: Copies[number] | undefined): Source {
  if (copies === undefined || copies.size === 0) return source;
  const { reordered: _reordered, storedAt, sentAtMs, ...rest } = source;
  const ids = source.ids.filter((id) => !copies.has(id));
  if (storedAt === undefined || sentAtMs === undefined) return { ...source, ids };
  const stored = ids.toSorted((one, other) => (storedAt(one) ?? 0) - (storedAt(other) ?? 0));
  return { ...rest, storedAt, sentAtMs, ...inSentOrder(stored, stored.map(sentAtMs)) };
}

function joined(sources: readonly LabelledSource[], name: string, copies: Copies): Omit<Merged, "copies"> {
  const ids = sources.flatMap(({ source }) => source.ids);
  const areUnique = new Set(ids).size === ids.length;
  const named = (at: number, id: string): string => {
    const original = copies[at]?.get(id) ?? { at, id };
    return areUnique ? original.id : `${sources[original.at]?.label ?? original.at}:${original.id}`;
  };
  const origins = new Map(
    sources.flatMap(({ source }, at) => source.ids.map((id): readonly [string, Origin] => [named(at, id), { at, id }])),
  );
  const all = [...origins.keys()];
  const sent = all.map((id) => {
    const { at, id: own } = origins.get(id) ?? { at: 0, id };
    return sources[at]?.source.sentAtMs?.(own) ?? null;
  });
  const isTimed = sent.every((each) => each !== null);
  const stored = sources.reduce((sum, { source }) => sum + (source.reordered ?? 0), 0);
  const load = (id: string): RecordedExchange => {
    const { at, id: own } = origins.get(id) ?? { at: 0, id };
    const source = sources[at]?.source;
    if (source === undefined || !origins.has(id)) throw noSuchId(id, all, name);
    const exchange = source.load(own);
    return { ...exchange, id, forkOf: exchange.forkOf === null ? null : named(at, exchange.forkOf) };
  };
  const forkOf = sources.flatMap(({ source }, at) =>
    [...(source.forkOf ?? [])].map(([child, parent]) => [named(at, child), named(at, parent)] as const),
  );
  return {
    merged: {
      name,
      format: "several",
      ids: isTimed ? inSentOrder(all, sent).ids : all,
      // Files that overlap in time are not out of order.
      ...(stored === 0 ? {} : { reordered: stored }),
      ...(forkOf.length === 0 ? {} : { forkOf: new Map(forkOf) }),
      clockOf: (id) => origins.get(id)?.at ?? null,
      load,
    },
    originOf: (id) => origins.get(id) ?? null,
  };
}
