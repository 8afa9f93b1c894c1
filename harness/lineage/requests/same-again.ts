import type { FoundParent } from "../find-parent.ts";
import type { Link } from "../conversation-roots.ts";
import { type Child, asksElsewhere, type Digested, type IndexedRequest, isRepeat } from "./request-summary.ts";

/** The same request again, though the first one has its whole answer, is another sample: both continue one parent. */
export function asSample(asked: Child, found: FoundParent): FoundParent {
  const { parent, agent, outcome } = found.known;
  const isSample = outcome === "answered" && agent === asked.agent && isRepeat(found.known, asked);
  if (!isTurnOrFork(found.known) || !isSample || parent === null) return found;
  return { known: parent, at: isHead(parent, asked) ? parent.digest.messages.length - 1 : -1 };
}

/** Whether it asks its parent's messages again of another model or host, while the conversation stays where it was. */
export function staysBeside(parent: IndexedRequest, asked: Child): boolean {
  const hasMoved = parent.outcome === "refused" && parent.mayBeStored;
  return asksElsewhere(parent, asked) && isRepeat(parent, asked) && !hasMoved;
}

/** Whether all that a request says stands at the head of another one. */
export function isHead({ digest: { chains } }: Digested, { digest }: Digested): boolean {
  return chains.length > 0 && digest.chains.at(chains.length - 1) === chains.at(-1);
}

/**
 * The link of a request that sends a refused one again: it continues what that one continued, since the provider stored nothing of the
 * refused one. Null where it is not the same request, or the refused one began the conversation.
 */
export function sentAgain(asked: Child, { known }: FoundParent): (Link & { readonly at: number }) | null {
  const { parent, relation, certainty, asksForSummary, continuation } = known;
  const isSame = wasRefused(known) && known.agent === asked.agent && isRepeat(known, asked);
  if (!isSame || parent === null) return null;
  return { parent, relation, certainty, asksForSummary, at: continuation.sharedUpTo };
}

/** Where the provider refused the request that was found, the one that it continues. */
export function behindRefused(asked: Child, found: FoundParent): FoundParent {
  let { known, at } = found;
  while (wasRefused(known) && known.parent !== null && isTurnOrFork(known) && !asksElsewhere(known, asked)) {
    at = at === -1 ? -1 : known.continuation.sharedUpTo;
    known = known.parent;
  }
  return { known, at };
}

/** Refused requests that a later one of these sends again, alone or with more behind it: by each, the last request that does. */
export function refusedAttempts(siblings: readonly IndexedRequest[]): ReadonlyMap<IndexedRequest, IndexedRequest> {
  const found = new Map<IndexedRequest, IndexedRequest>();
  for (const each of siblings) {
    if (!wasRefused(each)) continue;
    const again = siblings.findLast((later) => later.order > each.order && isHead(each, later));
    if (again !== undefined) found.set(each, again);
  }
  return found;
}

/** A recording may say of a refused request that it is a fork, and nothing of the request that sends it again. */
function wasRefused({ outcome, named }: IndexedRequest): boolean {
  return outcome === "refused" && named?.by !== "forkOf";
}

function isTurnOrFork({ relation }: IndexedRequest): boolean {
  return relation === "turn" || relation === "branch";
}
