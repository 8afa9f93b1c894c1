import type { Relation } from "../kernel/breaks/relation.ts";
import type { IndexedRequest } from "./requests/request-summary.ts";

/** How a request stands once all were seen. */
type FinalRelation = Pick<IndexedRequest, "relation" | "certainty">;

/**
 * The final relations of requests that were first judged in recorded order. Of conversations without a parent, those on the model
 * and wire format of the longest one are `root`, others `side`. One is `fresh` if it has its own system prompt and tools, and
 * began under the session or cache key of a longer one that was already running. It is suspected, since the recording does not
 * show the sender of its task.
 */
export function finalizeRelations(told: readonly IndexedRequest[]): (known: IndexedRequest) => FinalRelation {
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

/**
 * The first request of the longest conversation, and of the longest for each key; continuations of one on another model are
 * excluded.
 */
function longestLines(told: readonly IndexedRequest[]): {
  readonly longest: IndexedRequest | null;
  readonly byKey: ReadonlyMap<string, IndexedRequest>;
} {
  /** By the number of each. */
  const begun: (IndexedRequest | undefined)[] = [];
  const byKey = new Map<string, { readonly first: IndexedRequest; readonly messages: number }>();
  let longest: { readonly first: IndexedRequest; readonly messages: number } | null = null;
  for (const known of told) {
    const first = known.parent === null ? known : begun[known.parent.order];
    const isOfLine = first !== undefined && (known.relation === "turn" || first.voice === known.voice);
    begun[known.order] = isOfLine ? first : undefined;
    if (!isOfLine) continue;
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
