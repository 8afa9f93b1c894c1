import type { SketchedRoot } from "./build-sketch.ts";

/** Two conversations that are taken to be the same one, in two builds. */
export type MatchedRoots = { readonly before: SketchedRoot; readonly after: SketchedRoot };

/** Conversations that begin with the same words, in their order; the rest by their position. */
export function matchConversations(
  before: readonly SketchedRoot[],
  after: readonly SketchedRoot[],
): readonly MatchedRoots[] {
  const left = new Set(after);
  const open = Map.groupBy(after, ({ asks }) => asks);
  const unmatched: SketchedRoot[] = [];
  const matched: MatchedRoots[] = [];
  for (const root of before) {
    const same = open.get(root.asks)?.find((each) => left.has(each));
    if (same === undefined) unmatched.push(root);
    else {
      left.delete(same);
      matched.push({ before: root, after: same });
    }
  }
  // A build that changes what the first message says still has its conversations in the same order.
  const others = before.length === after.length ? [...left] : [];
  const byPosition = unmatched.flatMap((root, at) => {
    const other = others[at];
    return other === undefined ? [] : [{ before: root, after: other }];
  });
  return [...matched, ...byPosition];
}
