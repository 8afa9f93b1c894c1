import type { InspectedExchange } from "../../kernel/inspection/inspection.ts";

/** The request that each continues on its own tape, by its id; null for one that continues no other there. */
type OwnParents = ReadonlyMap<string, string | null>;
type Inspected = ReadonlyMap<string | null, InspectedExchange>;

/**
 * Of requests of several tapes, those that continue a request of another tape, or may have lost what was said there. Agents that say
 * the same are each judged by their own tapes.
 */
export function continuingElsewhere(exchanges: readonly InspectedExchange[], own: OwnParents): ReadonlySet<string> {
  const known: Inspected = new Map(exchanges.map((each) => [each.id, each]));
  const continuing = exchanges.filter((each) => {
    const ownParent = own.get(each.id);
    if (ownParent === undefined || !knowsAnswer(each, known)) return false;
    return goesOnFrom(ownParent, each.parent, known) || mayHaveLost(ownParent, each, known, own);
  });
  return new Set(continuing.map(({ id }) => id));
}

/**
 * Separate tapes may hold separate agents with like prompts. Only a continuation repeats an answer, or the whole prompt of a request
 * that repeats one.
 */
function knowsAnswer(exchange: InspectedExchange, known: Inspected): boolean {
  let each: InspectedExchange | undefined = exchange;
  while (each !== undefined) {
    if (each.parentBecause.some((why) => SHOWS_ANSWER.has(why))) return true;
    each = each.verdict.endsWith("identical") ? known.get(each.parent) : undefined;
  }
  return false;
}

const SHOWS_ANSWER: ReadonlySet<string> = new Set(["repeats-answer", "answers-call", "directive-of-call"]);

/** Whether `later` goes on from a request, null for the beginning of a tape, and is another one. */
function goesOnFrom(request: string | null, later: string | null, known: Inspected): boolean {
  if (later === request) return false;
  let each = later;
  while (each !== null && each !== request) each = known.get(each)?.parent ?? null;
  return each === request;
}

/** Whether another tape begins with a request that goes on from the parent: then this one may have lost that one's words. */
function mayHaveLost(
  ownParent: string | null,
  { parent, alternatives }: InspectedExchange,
  known: Inspected,
  own: OwnParents,
): boolean {
  if (ownParent === null || parent !== ownParent) return false;
  return alternatives.some(({ parent: other }) => own.get(other) === null && goesOnFrom(ownParent, other, known));
}
