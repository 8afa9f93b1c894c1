import { roundUsd, sum } from "../kernel/numbers.ts";
import { addAvoidable, type Avoidable, byOrigin, idlePart, NOTHING_AVOIDABLE } from "../kernel/breaks/avoidable.ts";
import type { BreakCost, CauseCost } from "../kernel/breaks/break-cost.ts";
import { countsWhole } from "../kernel/inspection/counted-over.ts";
import type { LeanRecording } from "../kernel/inspection/exchange-list.ts";
import type {
  BillTotals,
  InspectedExchange,
  InspectionTotals,
  JudgedRecording,
} from "../kernel/inspection/inspection.ts";
import { rootTotals } from "../kernel/roots/root-totals.ts";
import { soldName, termsOf } from "../kernel/text/sold-name.ts";
import { assumesLifetime, priceOf } from "./price-of.ts";
import { pricedBreak } from "./priced-break.ts";

/** An inspection with what each exchange cost by its bill or by the prices of its day, and what of it could have been avoided. */
export function pricedInspection(inspection: JudgedRecording): JudgedRecording {
  const exchanges = inspection.exchanges.map((each) => priced(each));
  return { ...inspection, exchanges, totals: withMoney(inspection.totals, exchanges) };
}

/** The same for a log of any length: an exchange is priced when its turn comes. */
export function pricedLean(inspection: LeanRecording): LeanRecording {
  const exchanges = inspection.exchanges.map(pricedOnce());
  return { ...inspection, exchanges, totals: withMoney(inspection.totals, exchanges) };
}

function withMoney(totals: InspectionTotals, exchanges: Iterable<InspectedExchange>): InspectionTotals {
  let paidUsd: number | null = null;
  const costs: BreakCost[] = [];
  const roots: Pick<InspectedExchange, "id" | "root">[] = [];
  const bills: PricedBill[] = [];
  const unpriced = new Set<string>();
  let [pricedRequests, assumedLifetimes] = [0, 0];
  for (const each of exchanges) {
    const { id, root, usd, usage, bill, breakCost, unserved } = each;
    if (usd !== null) paidUsd = (paidUsd ?? 0) + usd;
    const cost = breakCost ?? unserved;
    if (cost !== null) costs.push(cost);
    if (root !== null) roots.push({ id, root });
    if (bill !== null) bills.push(bill);
    if (usage === null) continue;
    if (usd !== null) pricedRequests += 1;
    if (!bill && usd !== null && assumesLifetime(usage)) assumedLifetimes += 1;
    if (isUnpriced(each)) unpriced.add(soldName(each));
  }
  for (const cost of costs) if (cost.usd === null) unpriced.add(soldName(cost));
  return {
    ...totals,
    paidUsd: roundUsd(paidUsd),
    ...avoidableOf(costs),
    roots: rootTotals(roots),
    money: {
      priced: pricedRequests,
      pricedBreaks: costs.filter(({ usd }) => usd !== null).length,
      unpricedBreaks: costs.filter(({ usd, lostTokens }) => usd === null && lostTokens > 0).length,
      bills: billsOf(bills),
      assumedLifetimes,
      unpricedModels: [...unpriced],
    },
  };
}

type PricedBill = NonNullable<InspectedExchange["bill"]>;

/**
 * Prices each exchange as often as its turn comes, and looks its prices up once: a list is gone through several times, and the lookups would
 * take a tenth of the time of a log. They are kept in the order in which the exchange asks for them.
 */
function pricedOnce(): (exchange: InspectedExchange, at: number) => InspectedExchange {
  const known: (readonly (number | null)[])[] = [];
  return (exchange, at) => {
    const before = known[at];
    if (before !== undefined) {
      const next = before.values();
      return priced(exchange, () => next.next().value ?? null);
    }
    const found: (number | null)[] = [];
    known[at] = found;
    return priced(exchange, (...request) => {
      const usd = priceOf(...request);
      found.push(usd);
      return usd;
    });
  };
}

/** An exchange with its cost, and that of its causes. */
export function priced(exchange: InspectedExchange, price: typeof priceOf = priceOf): InspectedExchange {
  const { provider, breakCost, unserved, root, bill } = exchange;
  const pricedUsd = usdOf(exchange, price);
  return {
    ...exchange,
    usd: bill?.usd ?? pricedUsd,
    bill: bill && { ...bill, pricedUsd },
    breakCost: breakCost && asBilled(pricedBreak(breakCost, provider, price), bill, pricedUsd),
    unserved: unserved && asBilled(pricedBreak(unserved, provider, price), bill, pricedUsd),
    root: root?.cost == null ? root : { ...root, cost: pricedBreak(root.cost, provider, price) },
  };
}

/** A break costs a part of what was paid: where a bill is known, that part of the bill. */
function asBilled(cost: BreakCost, bill: InspectedExchange["bill"], pricedUsd: number | null): BreakCost {
  if (bill === null || pricedUsd === null || pricedUsd <= 0) return cost;
  const billed = (usd: number | null): number | null => (usd === null ? null : roundUsd((usd * bill.usd) / pricedUsd));
  const causes = cost.causes.map((each) => ({ ...each, savesUsd: billed(each.savesUsd) }));
  const fixed = cost.fixed && { ...cost.fixed, savesUsd: billed(cost.fixed.savesUsd) };
  return { ...cost, causes, ...(fixed !== undefined && { fixed }), usd: billed(cost.usd) };
}

function usdOf(
  { provider, model, usage, countedOver, startedAt, ...sold }: InspectedExchange,
  price: typeof priceOf,
): number | null {
  if (!countsWhole(countedOver)) return null;
  if (provider === null || model === null || usage === null || usage.output === null) return null;
  const usd = price({ provider, model, ...termsOf(sold) }, usage, startedAt === null ? null : Date.parse(startedAt));
  return roundUsd(usd);
}

/** Null if tokens were lost, and no lost token has a price. */
function avoidableOf(costs: readonly BreakCost[]): AvoidableCost {
  const known = costs.flatMap((cost) => (cost.usd === null ? [] : [{ cost, usd: cost.usd }]));
  if (known.length === 0 && costs.length > 0) return { avoidableUsd: null, idleUsd: null };
  const { ours, provider, expected } = known
    .map(({ cost, usd }): Avoidable => byOrigin(cost, usd, savedUsd))
    .reduce(addAvoidable, NOTHING_AVOIDABLE);
  const idle = sum(known.map(({ cost, usd }) => idlePart(cost, usd, savedUsd)));
  // A cut history may cost less than the whole one would: then nothing could have been avoided.
  const least = (usd: number): number => Math.max(0, roundUsd(usd));
  return {
    avoidableUsd: { ours: least(ours), provider: least(provider), expected: least(expected) },
    idleUsd: Math.min(least(idle), least(expected)),
  };
}

type AvoidableCost = Pick<JudgedRecording["totals"], "avoidableUsd" | "idleUsd">;

function savedUsd({ savesUsd }: CauseCost): number {
  return savesUsd ?? 0;
}

/** A price list that is off by more is wrong for this account: another discount, a dated price, a tool that is billed apart. */
const DIFFERS = 0.02;

function billsOf(bills: readonly PricedBill[]): BillTotals {
  const compared = bills.flatMap(({ usd, pricedUsd }) => (pricedUsd === null ? [] : [{ usd, pricedUsd }]));
  return {
    count: bills.length,
    compared: compared.length,
    billedUsd: roundUsd(sum(compared.map(({ usd }) => usd))),
    pricedUsd: roundUsd(sum(compared.map(({ pricedUsd }) => pricedUsd))),
    differing: compared.filter(({ usd, pricedUsd }) => Math.abs(usd - pricedUsd) > DIFFERS * usd).length,
  };
}

/** Whether all was reported that a price needs, so that it is the price that is not known. */
function isUnpriced({ usd, usage, countedOver }: InspectedExchange): boolean {
  const counts = [usage?.read ?? null, usage?.fresh ?? null, usage?.output ?? null];
  return usd === null && countsWhole(countedOver) && counts.every((count) => count !== null);
}
