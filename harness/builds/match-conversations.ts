import type { SketchedRequest } from "./build-sketch.ts";

/** Two conversations that are taken to be the same one, in two builds: they begin with the same message, or only stand at the same place. */
export type MatchedRoots = {
  readonly before: SketchedRequest;
  readonly after: SketchedRequest;
  readonly by: "message" | "position";
};

/** Conversations that begin with the same words, in their order; the rest by their position, if they begin alike. */
export function matchConversations(
  before: readonly SketchedRequest[],
  after: readonly SketchedRequest[],
  beginAlike: (before: SketchedRequest, after: SketchedRequest) => boolean,
): readonly MatchedRoots[] {
  const left = new Set(after);
  const open = Map.groupBy(after, ({ asks }) => asks);
  const unmatched: SketchedRequest[] = [];
  const matched: MatchedRoots[] = [];
  for (const root of before) {
    const same = open.get(root.asks)?.find((each) => left.has(each));
    if (same === undefined) unmatched.push(root);
    else {
      left.delete(same);
      matched.push({ before: root, after: same, by: "message" });
    }
  }
  // A build that changes what the first message says still has its conversations in the same order.
  const others = before.length === after.length ? [...left] : [];
  const byPosition = unmatched.flatMap((root, at): readonly MatchedRoots[] => {
    const other = others[at];
    return other !== undefined && beginAlike(root, other) ? [{ before: root, after: other, by: "position" }] : [];
  });
  return [...matched, ...byPosition];
}
