import type { CounterTotal, InspectedExchange, InspectionTotals } from "../kernel/inspection.ts";
import { rootTotals } from "../kernel/root-totals.ts";

/** What a recording adds up to. A counter that an answer does not tell, or that cannot be true, is unknown and adds nothing. */
export function inspectionTotals(exchanges: readonly InspectedExchange[]): InspectionTotals {
  // What was refused used nothing; what is of no wire that we read may have used anything.
  const answered = exchanges.filter(({ failed, dialect }) => failed === null && dialect !== null);
  const ratios = { ok: 0, low: 0, "cold-parent": 0, "below-minimum": 0, unknown: 0 };
  for (const { ratio } of exchanges) if (ratio?.verdict != null) ratios[ratio.verdict] += 1;
  const breaks = exchanges.filter(({ findings }) =>
    findings.some(({ role }) => role === "cause" || role === "invalid"),
  );
  const costs = breaks.flatMap(({ breakCost }) => breakCost ?? []);
  const uncounted = { "no-answer": 0, "set-aside": 0, "not-reported": 0 };
  for (const { uncounted: why } of answered) if (why !== null) uncounted[why] += 1;
  // What was refused lost nothing, and what the provider would refuse is taken for refused.
  const isRefused = ({ failed, findings }: InspectedExchange): boolean =>
    failed !== null || findings.every(({ role }) => role !== "cause");
  const unknownIn = breaks.filter((each) => each.breakCost === null && !isRefused(each)).length;
  return {
    requests: exchanges.length,
    answered: answered.length,
    tokens: {
      read: total(answered, "read"),
      write: total(answered, "write"),
      fresh: total(answered, "fresh"),
      output: total(answered, "output"),
    },
    uncounted,
    ratios,
    breaks: {
      count: breaks.length,
      lostTokens: costs.length === 0 && unknownIn > 0 ? null : costs.reduce((sum, cost) => sum + cost.lostTokens, 0),
      unknownIn,
      areEstimates: costs.some(({ grade }) => grade !== "reported"),
    },
    suspected: exchanges.filter(({ suspected }) => suspected.length > 0).length,
    roots: rootTotals(exchanges),
    money: null,
  };
}

function total(exchanges: readonly InspectedExchange[], counter: keyof InspectionTotals["tokens"]): CounterTotal {
  const known = exchanges.filter(isTold).flatMap(({ usage }) => usage?.[counter] ?? []);
  return {
    tokens: known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0),
    unknownIn: exchanges.length - known.length,
  };
}

/** Counters of a last step alone leave out what the others used; those that contradict themselves tell nothing. */
function isTold({ countedOver }: InspectedExchange): boolean {
  return countedOver !== "last-step" && countedOver !== "contradictory";
}
