import { sum, roundUsd } from "../numbers.ts";
import type { ComparedRoot, RootDifference, RootPlace, RootTotals } from "./compared-root.ts";

type Root = { readonly id: string; readonly root: ComparedRoot | null };

/** So many conversations with something else at one place are a habit of the client. */
const HABIT = 3;

/** How conversations begin, summed up; asked again once they were priced. */
export function rootTotals(exchanges: readonly Root[]): RootTotals {
  const compared = exchanges.flatMap(({ id, root }) => (root === null ? [] : [{ id, root }]));
  return {
    compared: compared.length,
    identical: compared.filter(({ root }) => root.differs.length === 0).length,
    places: placesOf(compared).toSorted((left, right) => (right.tokens ?? 0) - (left.tokens ?? 0)),
  };
}

type PlacedDifference = RootDifference & { readonly between: readonly string[]; readonly cost: ComparedRoot["cost"] };

function placesOf(compared: readonly { readonly id: string; readonly root: ComparedRoot }[]): readonly RootPlace[] {
  /** The first conversation of each client, by those that were compared with it or with one that was. */
  const clients = new Map<string, string>();
  const places = new Map<string, PlacedDifference[]>();
  for (const { id, root } of compared) {
    const { comparedWith, differs, cost } = root;
    const client = clients.get(comparedWith) ?? comparedWith;
    clients.set(id, client);
    for (const [index, each] of differs.entries()) {
      const place = JSON.stringify([client, each.segment, each.pointer, each.code]);
      const sighting = { ...each, between: [comparedWith, id], cost: index === 0 ? cost : null };
      const known = places.get(place);
      if (known === undefined) places.set(place, [sighting]);
      else known.push(sighting);
    }
  }
  return [...places.values()].flatMap((sightings) => placeOf(sightings) ?? []);
}

function placeOf(sightings: readonly PlacedDifference[]): RootPlace | null {
  const conversations = new Set(sightings.flatMap(({ between }) => between)).size;
  const [first] = sightings;
  if (first === undefined || conversations < HABIT) return null;
  const costs = sightings.flatMap(({ cost }) => cost ?? []);
  const prices = costs.flatMap(({ usd }) => usd ?? []);
  const { segment, pointer, code } = first;
  return {
    segment,
    pointer,
    code,
    conversations,
    tokens: costs.length === 0 ? null : sum(costs.map(({ lostTokens }) => lostTokens)),
    usd: prices.length === 0 ? null : roundUsd(sum(prices)),
  };
}
