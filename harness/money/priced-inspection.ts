import type { InspectedExchange, Inspection, MoneyTotals } from "../kernel/inspection.ts";
import { rootTotals } from "../kernel/root-totals.ts";
import { assumesLifetime, priceOf } from "./price-of.ts";
import { pricedBreak } from "./priced-break.ts";

/** An inspection with what each exchange cost by the prices of its day, and what of it its breaks. */
export function pricedInspection(inspection: Inspection): Inspection {
  const exchanges = inspection.exchanges.map(priced);
  const totals = { ...inspection.totals, roots: rootTotals(exchanges), money: moneyOf(exchanges) };
  return { ...inspection, exchanges, totals };
}

function priced(exchange: InspectedExchange): InspectedExchange {
  const { provider, breakCost, root } = exchange;
  return {
    ...exchange,
    usd: usdOf(exchange),
    breakCost: breakCost === null ? null : pricedBreak(breakCost, provider),
    root: root?.cost == null ? root : { ...root, cost: pricedBreak(root.cost, provider) },
  };
}

function usdOf({ provider, model, usage, countedOver, startedAt }: InspectedExchange): number | null {
  if (countedOver === "last-step" || countedOver === "contradictory") return null;
  if (provider === null || model === null || usage === null || usage.output === null) return null;
  const usd = priceOf(provider, model, usage, startedAt === null ? null : Date.parse(startedAt));
  return usd === null ? null : Number(usd.toFixed(9));
}

/** Sums over what has a price. What has none is counted with its models, and adds nothing. */
function moneyOf(exchanges: readonly InspectedExchange[]): MoneyTotals {
  const used = exchanges.filter(({ usage }) => usage !== null);
  const breaks = exchanges.flatMap(({ breakCost }) => breakCost ?? []);
  const unpriced = [
    ...used.filter(isUnpriced).map(({ model }) => model),
    ...breaks.filter(({ usd }) => usd === null).map(({ model }) => model),
  ];
  return {
    priced: used.filter(({ usd }) => usd !== null).length,
    usd: sum(used.map(({ usd }) => usd)),
    pricedBreaks: breaks.filter(({ usd }) => usd !== null).length,
    breakUsd: sum(breaks.map(({ usd }) => usd)),
    assumedLifetimes: used.filter(({ usd, usage }) => usd !== null && usage !== null && assumesLifetime(usage)).length,
    unpricedModels: [...new Set(unpriced.map((model) => model ?? "unnamed"))],
  };
}

/** Whether all was told that a price needs, so that it is the price that is not known. */
function isUnpriced({ usd, usage, countedOver }: InspectedExchange): boolean {
  const counts = [usage?.read ?? null, usage?.fresh ?? null, usage?.output ?? null];
  const isWhole = countedOver !== "last-step" && countedOver !== "contradictory";
  return usd === null && isWhole && counts.every((count) => count !== null);
}

/** Null where nothing has a price. */
function sum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Number(known.reduce((left, right) => left + right, 0).toFixed(9));
}
