import { isBreak } from "../../kernel/finding.ts";
import { sum } from "../../kernel/numbers.ts";
import { addAvoidable, byOrigin, idlePart, NOTHING_AVOIDABLE } from "../../kernel/breaks/avoidable.ts";
import type { CauseCost } from "../../kernel/breaks/break-cost.ts";
import type { CounterTotal, InspectedExchange, InspectionTotals } from "../../kernel/inspection/inspection.ts";
import { rootTotals } from "../../kernel/roots/root-totals.ts";

/** Totals of a recording. A counter that is missing from an answer, or impossible, is unknown and adds nothing. */
export function inspectionTotals(exchanges: readonly InspectedExchange[], damaged: number): InspectionTotals {
  // A refused request used nothing. An exchange without a known wire format may have used any number of tokens.
  const answered = exchanges.filter((each) => !isFree(each) && each.dialect !== null);
  const ratios = { ok: 0, low: 0, "cold-parent": 0, "below-minimum": 0, unknown: 0 };
  for (const { ratio } of exchanges) if (ratio?.verdict != null) ratios[ratio.verdict] += 1;
  const breaks = exchanges.filter(({ findings }) => findings.some(isBreak));
  const costs = exchanges.flatMap(({ breakCost, unserved }) => breakCost ?? unserved ?? []);
  const uncounted = { "no-answer": 0, "set-aside": 0, "not-reported": 0 };
  for (const { uncounted: why } of answered) if (why !== null) uncounted[why] += 1;
  // A refused request lost nothing. A request that the provider would refuse counts as refused.
  const isRefused = (each: InspectedExchange): boolean =>
    isFree(each) || each.findings.every(({ role }) => role !== "cause");
  const unknownIn = breaks.filter((each) => each.breakCost === null && isMeant(each) && !isRefused(each)).length;
  const lost = costs.map((cost) => byOrigin(cost, cost.lostTokens, savedTokens));
  const isLossUnknown = costs.length === 0 && unknownIn > 0;
  return {
    requests: exchanges.length,
    // Of a part of a recording some conversations begin before it.
    conversations: new Set(exchanges.flatMap(({ conversation, dialect }) => (dialect === null ? [] : [conversation])))
      .size,
    damaged,
    answered: answered.length,
    tokens: {
      read: total(answered, "read"),
      write: total(answered, "write"),
      fresh: total(answered, "fresh"),
      output: total(answered, "output"),
    },
    uncounted,
    ratios,
    breaks: breaks.length,
    lost: {
      tokens: isLossUnknown ? null : lost.reduce(addAvoidable, NOTHING_AVOIDABLE),
      idleTokens: isLossUnknown ? null : sum(costs.map((cost) => idlePart(cost, cost.lostTokens, savedTokens))),
      unknownIn,
      areEstimates: costs.some(({ grade }) => grade !== "reported"),
      unserved: exchanges.filter(({ unserved }) => unserved !== null).length,
    },
    paidUsd: null,
    avoidableUsd: null,
    idleUsd: null,
    suspected: exchanges.filter(({ suspected }) => suspected.length > 0).length,
    roots: rootTotals(exchanges),
    money: null,
  };
}

function savedTokens({ savesTokens }: CauseCost): number {
  return savesTokens;
}

/** The provider answered with an error, or the request did not reach it. */
function isFree({ failed, unanswered = "no-answer" }: InspectedExchange): boolean {
  return failed !== null || unanswered !== "no-answer";
}

/** An agent with a prompt of its own was never meant to share its caller's. */
function isMeant({ relation }: InspectedExchange): boolean {
  return relation !== "fresh";
}

function total(exchanges: readonly InspectedExchange[], counter: keyof InspectionTotals["tokens"]): CounterTotal {
  const known = exchanges.filter(isTold).flatMap(({ usage }) => usage?.[counter] ?? []);
  return {
    tokens: known.length === 0 ? null : sum(known),
    unknownIn: exchanges.length - known.length,
  };
}

/** Counters of a last step alone leave out what the others used; those that contradict themselves are ignored. */
function isTold({ countedOver }: InspectedExchange): boolean {
  return countedOver !== "last-step" && countedOver !== "contradictory";
}
