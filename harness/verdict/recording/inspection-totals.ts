import type { ExchangeList } from "../../kernel/inspection/exchange-list.ts";
import { isBreak } from "../../kernel/finding.ts";
import { sum } from "../../kernel/numbers.ts";
import { addAvoidable, byOrigin, idlePart, NOTHING_AVOIDABLE } from "../../kernel/breaks/avoidable.ts";
import type { BreakCost, CauseCost } from "../../kernel/breaks/break-cost.ts";
import type { CounterTotal, InspectedExchange, InspectionTotals } from "../../kernel/inspection/inspection.ts";
import { rootTotals } from "../../kernel/roots/root-totals.ts";

/** Totals of a recording. A counter that is missing from an answer, or impossible, is unknown and adds nothing. */
export function inspectionTotals(exchanges: ExchangeList, damaged: number): InspectionTotals {
  const ratios = { ok: 0, low: 0, "cold-parent": 0, "below-minimum": 0, unknown: 0 };
  const uncounted = { "no-answer": 0, "set-aside": 0, "not-reported": 0 };
  const counters = noCounts();
  const conversations = new Set<string>();
  const costs: BreakCost[] = [];
  const roots: Pick<InspectedExchange, "id" | "root">[] = [];
  let [answered, breaks, unknownIn, unserved, suspected] = [0, 0, 0, 0, 0];
  for (const each of exchanges) {
    const { id, ratio, dialect, conversation, root } = each;
    if (ratio?.verdict != null) ratios[ratio.verdict] += 1;
    // Of a part of a recording some conversations begin before it.
    if (dialect !== null) conversations.add(conversation);
    // A refused request used nothing. An exchange without a known wire format may have used any number of tokens.
    if (!isFree(each) && dialect !== null) {
      answered += 1;
      if (each.uncounted !== null) uncounted[each.uncounted] += 1;
      if (isTold(each)) for (const name of COUNTERS) addCount(counters[name], each.usage?.[name] ?? null);
    }
    if (each.findings.some(isBreak)) {
      breaks += 1;
      if (each.breakCost === null && isMeant(each) && !isRefused(each)) unknownIn += 1;
    }
    const cost = each.breakCost ?? each.unserved;
    if (cost !== null) costs.push(cost);
    if (each.unserved !== null) unserved += 1;
    if (each.suspected.length > 0) suspected += 1;
    if (root !== null) roots.push({ id, root });
  }
  const lost = costs.map((cost) => byOrigin(cost, cost.lostTokens, savedTokens));
  const isLossUnknown = costs.length === 0 && unknownIn > 0;
  return {
    requests: exchanges.length,
    conversations: conversations.size,
    damaged,
    answered,
    tokens: tokensOf(counters, answered),
    uncounted,
    ratios,
    breaks,
    lost: {
      tokens: isLossUnknown ? null : lost.reduce(addAvoidable, NOTHING_AVOIDABLE),
      idleTokens: isLossUnknown ? null : sum(costs.map((cost) => idlePart(cost, cost.lostTokens, savedTokens))),
      unknownIn,
      areEstimates: costs.some(({ grade }) => grade !== "reported"),
      unserved,
    },
    paidUsd: null,
    avoidableUsd: null,
    idleUsd: null,
    suspected,
    roots: rootTotals(roots),
    money: null,
  };
}

const COUNTERS = ["read", "write", "fresh", "output"] as const;

function addCount(counted: KnownCounts, count: number | null): void {
  if (count === null) return;
  counted.tokens += count;
  counted.known += 1;
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

/** A refused request lost nothing. A request that the provider would refuse counts as refused. */
function isRefused(each: InspectedExchange): boolean {
  return isFree(each) || each.findings.every(({ role }) => role !== "cause");
}

/** The sum of one counter, and of how many requests it is known. */
type KnownCounts = { tokens: number; known: number };

type Counters = Readonly<Record<keyof InspectionTotals["tokens"], KnownCounts>>;

function noCounts(): Counters {
  const none = (): KnownCounts => ({ tokens: 0, known: 0 });
  return { read: none(), write: none(), fresh: none(), output: none() };
}

function tokensOf({ read, write, fresh, output }: Counters, answered: number): InspectionTotals["tokens"] {
  return {
    read: totalOf(read, answered),
    write: totalOf(write, answered),
    fresh: totalOf(fresh, answered),
    output: totalOf(output, answered),
  };
}

function totalOf({ tokens, known }: KnownCounts, answered: number): CounterTotal {
  return { tokens: known === 0 ? null : tokens, unknownIn: answered - known };
}

/** Counters of a last step alone leave out what the others used; those that contradict themselves are ignored. */
function isTold({ countedOver }: InspectedExchange): boolean {
  return countedOver !== "last-step" && countedOver !== "contradictory";
}
