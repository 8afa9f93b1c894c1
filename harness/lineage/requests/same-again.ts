import type { FoundParent } from "../find-parent.ts";
import { type Child, asksElsewhere, type IndexedRequest, isRepeat } from "./request-summary.ts";

/** The same request again, though the first one has its whole answer, is another sample: both continue one parent. */
export function asSample(asked: Child, found: FoundParent): FoundParent {
  const { parent, agent, outcome, relation } = found.known;
  const isTurn = relation === "turn" || relation === "branch";
  const isSample = outcome === "answered" && agent === asked.agent && isRepeat(found.known, asked);
  if (!isTurn || !isSample || parent === null) return found;
  return { known: parent, at: isHead(parent, asked) ? parent.digest.messages.length - 1 : -1 };
}

/** Whether it asks its parent's messages again of another model or host, while the conversation stays where it was. */
export function staysBeside(parent: IndexedRequest, asked: Child): boolean {
  const hasMoved = parent.outcome === "refused" && parent.mayBeStored;
  return asksElsewhere(parent, asked) && isRepeat(parent, asked) && !hasMoved;
}

/** Whether all that a request says stands at the head of another one. */
export function isHead({ digest: { chains } }: IndexedRequest, { digest }: Child): boolean {
  return chains.length > 0 && digest.chains.at(chains.length - 1) === chains.at(-1);
}
