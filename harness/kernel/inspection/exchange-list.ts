import type { InspectedExchange, Inspection, JudgedRecording } from "./inspection.ts";

/**
 * Exchanges in order, to be gone through as often as needed: an array, or the exchanges of a long recording, each of which is made when its
 * turn comes and not kept.
 */
export type ExchangeList = Iterable<InspectedExchange> & {
  readonly length: number;
  readonly map: (change: Change) => ExchangeList;
};

/** Makes an exchange of the one at a place. */
type Change = (each: InspectedExchange, at: number) => InspectedExchange;

/** An inspection before its incidents, of a recording of any length: its exchanges need not be held. */
export type LeanRecording = Omit<JudgedRecording, "exchanges"> & { readonly exchanges: ExchangeList };

/** What a person is shown of an inspection. */
export type LeanInspection = Omit<Inspection, "exchanges"> & { readonly exchanges: ExchangeList };

/** A list that makes its exchanges anew each time. */
export function exchangeList(length: number, make: () => Iterable<InspectedExchange>): ExchangeList {
  return {
    length,
    map: (change) => exchangeList(length, () => changed(make(), change)),
    [Symbol.iterator]: () => make()[Symbol.iterator](),
  };
}

function* changed(exchanges: Iterable<InspectedExchange>, change: Change): Generator<InspectedExchange> {
  let at = 0;
  for (const each of exchanges) {
    yield change(each, at);
    at += 1;
  }
}

/** As an array, for what shows each of them by itself. */
export function listed(exchanges: ExchangeList): readonly InspectedExchange[] {
  return isArray(exchanges) ? exchanges : [...exchanges];
}

/** An inspection with its exchanges as an array. */
export function withListed(inspection: LeanInspection): Inspection {
  return { ...inspection, exchanges: listed(inspection.exchanges) };
}

function isArray(exchanges: ExchangeList): exchanges is readonly InspectedExchange[] {
  return Array.isArray(exchanges);
}
