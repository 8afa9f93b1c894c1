import type { BreakGate, OriginatedBreak } from "../kernel/break-gate.ts";
import { breakOrigin } from "../kernel/break-origin.ts";
import type { InspectedExchange, Relation } from "../kernel/inspection.ts";

/** Whether a recording passes `--fail-on-break`. A recording in which nothing was compared does not. */
export function breakGate(exchanges: readonly InspectedExchange[]): BreakGate {
  const continued = new Set(exchanges.filter(goesOn).map(({ parent }) => parent));
  const breaks = exchanges.flatMap((exchange) => breaksOf(exchange, standingOf(exchange, continued)));
  const suspected = exchanges.filter((each) => each.suspected.length > 0).map(({ id }) => id);
  // What is of no wire that we read is no request of a conversation.
  const notJudged = exchanges.filter(({ unread, dialect }) => unread !== null && dialect !== null).map(({ id }) => id);
  const compared = exchanges.filter(({ parent, verdict }) => parent !== null && verdict !== "not-comparable").length;
  const isClean = suspected.length === 0 && notJudged.length === 0 && breaks.every(({ origin }) => origin !== "ours");
  return { passed: isClean && compared > 0, compared, breaks, suspected, notJudged };
}

function breaksOf({ id, findings }: InspectedExchange, relation: Relation): readonly OriginatedBreak[] {
  const codes = findings.filter(({ role }) => role === "cause" || role === "invalid").map(({ code }) => code);
  const byOrigin = Map.groupBy(new Set(codes), (code) => breakOrigin(code, relation));
  return [...byOrigin].map(([origin, found]) => ({ id, codes: found, origin }));
}

/**
 * A conversation that is handed to another model is a `side` of the request it continues, and so is a fork on another model. The
 * former goes on instead of its parent's main line, the latter next to it.
 */
function standingOf(exchange: InspectedExchange, continued: ReadonlySet<string | null>): Relation {
  const { relation, parent, parentBecause } = exchange;
  if (relation !== "side" || parent === null) return relation;
  return continued.has(parent) || parentBecause.includes("directive-of-call") ? "branch" : "turn";
}

function goesOn({ relation }: InspectedExchange): boolean {
  return relation === "turn" || relation === "compaction";
}
