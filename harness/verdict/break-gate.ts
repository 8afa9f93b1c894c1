import { isBreak } from "../kernel/finding.ts";
import type { BreakGate, OriginatedBreak } from "../kernel/break-gate.ts";
import { breakOrigin } from "../kernel/breaks/break-origin.ts";
import type { Relation } from "../kernel/breaks/relation.ts";
import { answeredPairs, countAnswers } from "../kernel/inspection/answered-requests.ts";
import type { InspectedExchange, ParentEvidence } from "../kernel/inspection/inspection.ts";
import { standings } from "./roots/exchange-standing.ts";

/**
 * Whether a recording passes `--fail-on-break`. A recording in which nothing was compared does not, nor one whose
 * pairs were not answered, nor one with further requests `withoutBodies`. Parents of a part of a recording may be in the rest of `all`.
 */
export function breakGate(
  exchanges: readonly InspectedExchange[],
  withoutBodies: readonly string[] = [],
  all: readonly InspectedExchange[] = exchanges,
): BreakGate {
  const standingOf = standings(exchanges);
  const breaks = exchanges.flatMap((exchange) => breaksOf(exchange, standingOf(exchange)));
  const suspected = exchanges.filter((each) => each.suspected.length > 0).map(({ id }) => id);
  const notJudged = [
    ...exchanges.filter((each) => mayBeBreak(each, standingOf(each))).map(({ id }) => id),
    ...withoutBodies,
  ];
  const compared = exchanges.filter(({ parent, verdict }) => parent !== null && verdict !== "not-comparable").length;
  const answers = countAnswers(exchanges);
  const ids = new Set(exchanges.map(({ id }) => id));
  const answered = answeredPairs(all).filter((id) => ids.has(id)).length;
  const isClean = suspected.length === 0 && notJudged.length === 0 && breaks.every(({ origin }) => origin !== "ours");
  return { passed: isClean && answered > 0, compared, answered, ...answers, breaks, suspected, notJudged };
}

/** An exchange whose body was read and has no known wire format is not a conversation request. */
function mayBeBreak(exchange: InspectedExchange, relation: Relation): boolean {
  const { unread, dialect, damaged } = exchange;
  return (unread !== null && (dialect !== null || damaged === true)) || isForkElsewhere(exchange, relation);
}

/** A fork in another wire format than its parent: no cache serves it. A main line may move to another provider. */
function isForkElsewhere({ parent, verdict, parentBecause }: InspectedExchange, relation: Relation): boolean {
  if (parent === null || verdict !== "not-comparable" || relation !== "branch") return false;
  return parentBecause.some((each) => CONTINUES.has(each));
}

/** An agent with a prompt of its own takes its directive from a call, too. */
const CONTINUES: ReadonlySet<ParentEvidence> = new Set(["repeats-answer", "answers-call", "forkOf", "said"]);

function breaksOf({ id, findings }: InspectedExchange, relation: Relation): readonly OriginatedBreak[] {
  const codes = findings.filter(isBreak).map(({ code }) => code);
  const byOrigin = Map.groupBy(new Set(codes), (code) => breakOrigin(code, relation));
  return [...byOrigin].map(([origin, found]) => ({ id, codes: found, origin }));
}
