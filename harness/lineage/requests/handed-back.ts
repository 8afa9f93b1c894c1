import type { FoundParent } from "../find-parent.ts";
import type { Heads } from "../heads.ts";
import { type Child, descendsFrom, type IndexedRequest } from "./request-summary.ts";

/**
 * The request of another model that took the conversation on from the one that was found, where this one repeats what it was answered: the
 * conversation came back from there. Null where it never was elsewhere.
 */
export function handedBack({ known, at }: FoundParent, asked: Child, heads: Heads): FoundParent | null {
  for (const fit of heads.headsOf(asked)) {
    if (fit.at <= at) return null;
    const isElsewhere = fit.known.voice !== asked.voice && hasPrompt(fit.known, asked);
    if (isElsewhere && repeatsAnswer(fit.known, asked, fit.at) && descendsFrom(fit.known, known)) return fit;
  }
  return null;
}

/** Requests that stood aside until the conversation came back are its main line, unless that went on elsewhere. */
export function takeForTurns(last: IndexedRequest, before: IndexedRequest): void {
  const aside: IndexedRequest[] = [];
  for (let each: IndexedRequest | null = last; each !== null && each !== before; each = each.parent)
    if (each.relation === "side") aside.push(each);
  for (const each of aside.toReversed()) {
    const { parent } = each;
    if (parent === null || parent.next !== null) return;
    each.relation = "turn";
    each.isOfMainLine = parent.isOfMainLine;
    parent.next = each;
  }
}

function hasPrompt({ digest }: IndexedRequest, asked: Child): boolean {
  return digest.system === asked.digest.system && digest.tools === asked.digest.tools;
}

/** Whether its answer stands behind message `at`; if it was not recorded, any answer of a model. */
function repeatsAnswer({ answer }: IndexedRequest, { digest: { byModel, items } }: Child, at: number): boolean {
  if (byModel.at(at + 1) !== true) return false;
  return answer.length === 0 || (items.at(at + 1) ?? []).some((item) => answer.includes(item));
}
