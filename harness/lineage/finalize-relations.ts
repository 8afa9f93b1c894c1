import type { Relation } from "../kernel/breaks/relation.ts";
import type { IndexedRequest } from "./requests/request-summary.ts";

/** How a request stands once all were seen. */
type Settled = Pick<IndexedRequest, "relation" | "certainty">;

/**
 * The last word on requests that were told in recorded order. Of conversations without a parent, those on the model and wire of the
 * longest one are `root`, others `side`. One with a system prompt and tools of its own, that began under the session or cache key of a
 * longer one which ran already, is `fresh`: suspected, since nobody is seen to give its task.
 */
export function finalizeRelations(told: readonly IndexedRequest[]): (known: IndexedRequest) => Settled {
  const { longest, byKey } = longestLines(told);
  return (known) => {
    const { parent, relation, certainty, voice, key } = known;
    if (parent !== null || (relation !== "root" && relation !== "side")) return { relation, certainty };
    if (voice !== longest?.voice) return { relation: "side", certainty };
    const runs = byKey.get(keyOf(voice, key));
    const isFresh = key !== "" && runs !== undefined && runs.order < known.order && isOther(runs, known);
    const settled: Relation = isFresh ? "fresh" : "root";
    return { relation: settled, certainty: isFresh ? "suspected" : null };
  };
}

/** What begins the longest conversation, and the longest of each key; those are left out that go on from one on another model. */
function longestLines(told: readonly IndexedRequest[]): {
  readonly longest: IndexedRequest | null;
  readonly byKey: ReadonlyMap<string, IndexedRequest>;
} {
  const begun = new Map<IndexedRequest, IndexedRequest>();
  const byKey = new Map<string, { readonly first: IndexedRequest; readonly messages: number }>();
  let longest: { readonly first: IndexedRequest; readonly messages: number } | null = null;
  for (const known of told) {
    const first = known.parent === null ? known : begun.get(known.parent);
    if (first === undefined || (known.relation !== "turn" && first.voice !== known.voice)) continue;
    begun.set(known, first);
    if (first.voice !== known.voice) continue;
    const line = { first, messages: known.digest.messages.length };
    if (longest === null || line.messages > longest.messages) longest = line;
    const key = keyOf(first.voice, first.key);
    if (line.messages > (byKey.get(key)?.messages ?? 0)) byKey.set(key, line);
  }
  return { longest: longest?.first ?? null, byKey: new Map([...byKey].map(([key, { first }]) => [key, first])) };
}

function keyOf(voice: string, key: string): string {
  return `${voice}\n${key}`;
}

function isOther({ digest }: IndexedRequest, other: IndexedRequest): boolean {
  return digest.system !== other.digest.system && digest.tools !== other.digest.tools;
}
