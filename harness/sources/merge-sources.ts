import type { RecordedExchange, Source } from "../cassette/recorded-exchange.ts";
import { inSentOrder } from "../cassette/in-sent-order.ts";
import { noSuchId } from "../cassette/no-such-id.ts";

/** A recording, and the short name that distinguishes its ids from others'. */
export type LabelledSource = { readonly label: string; readonly source: Source };

/** Where an exchange of a merged recording comes from: which of the sources, and its id there. */
export type Origin = { readonly at: number; readonly id: string };

/**
 * Several recordings as one, in the order of sending if every exchange of each says when it was sent, otherwise one behind the other.
 * If an id repeats, all ids become `label:id`.
 */
export function mergeSources(
  sources: readonly LabelledSource[],
  name: string,
): { readonly merged: Source; readonly originOf: (id: string) => Origin | null } {
  const [only] = sources;
  if (only !== undefined && sources.length === 1)
    return { merged: { ...only.source, name }, originOf: (id) => ({ at: 0, id }) };
  const ids = sources.flatMap(({ source }) => source.ids);
  const areUnique = new Set(ids).size === ids.length;
  const named = (at: number, id: string): string => (areUnique ? id : `${sources[at]?.label ?? at}:${id}`);
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
      load,
    },
    originOf: (id) => origins.get(id) ?? null,
  };
}
