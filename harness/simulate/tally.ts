import { soldName } from "../kernel/text/sold-name.ts";
import type { NotUnderstood, Exclusion, SimulatedExchange, Simulation, SimulationTally } from "../kernel/simulation.ts";
import { isRejected } from "./is-rejected.ts";

/** How the predictions of a recording did, in all and by model. */
export function tallied(
  exchanges: readonly SimulatedExchange[],
  notUnderstood: readonly NotUnderstood[],
): Simulation["summary"] {
  const byModel = Map.groupBy(exchanges, ({ model }) => model ?? "unknown");
  const unmodelled = exchanges.filter(({ setApart }) => setApart === "no cache model");
  return {
    all: tallyOf(exchanges),
    byModel: [...byModel].map(([model, own]) => ({ model, ...tallyOf(own) })),
    unknownModels: [
      ...new Set(exchanges.flatMap(({ model, modelIsKnown }) => (modelIsKnown ? [] : [model ?? "unnamed"]))),
    ],
    notUnderstood,
    ...costs(exchanges.filter(({ setApart }) => setApart !== "not understood")),
    residuals: residualsOf(exchanges),
    ratios: ratiosOf(exchanges),
    notModelled: [...new Set(unmodelled.map(({ provider }) => provider ?? "unknown"))],
  };
}

function ratiosOf(exchanges: readonly SimulatedExchange[]): Simulation["summary"]["ratios"] {
  const ratios = { ok: 0, low: 0, "cold-parent": 0, "below-minimum": 0, unknown: 0 };
  for (const { ratio } of exchanges) if (ratio !== null) ratios[ratio.verdict] += 1;
  return ratios;
}

function residualsOf(exchanges: readonly SimulatedExchange[]): Simulation["summary"]["residuals"] {
  const told = exchanges.flatMap(({ residual }) => residual ?? []);
  return {
    compared: told.length,
    differing: told.filter(({ tokens }) => tokens !== 0).length,
    rejected: told.filter(isRejected).length,
  };
}

function costs(exchanges: readonly SimulatedExchange[]): Pick<Simulation["summary"], "cost" | "unpricedModels"> {
  let [priced, predicted, uncached] = [0, 0, 0];
  const unpriced = new Set<string>();
  for (const exchange of exchanges) {
    const { cost, predicted: counts } = exchange;
    if (counts === null) continue;
    if (cost.predicted === null || cost.uncached === null) unpriced.add(soldName(exchange));
    else [priced, predicted, uncached] = [priced + 1, predicted + cost.predicted, uncached + cost.uncached];
  }
  return { cost: { priced, predicted, uncached }, unpricedModels: [...unpriced] };
}

function tallyOf(exchanges: readonly SimulatedExchange[]): SimulationTally {
  const count = (is: (exchange: SimulatedExchange) => boolean): number => exchanges.filter(is).length;
  const setApart: Partial<Record<Exclusion, number>> = {};
  for (const { setApart: reason } of exchanges) {
    if (reason !== null) setApart[reason] = (setApart[reason] ?? 0) + 1;
  }
  return {
    exchanges: exchanges.length,
    followUps: count(isFollowUp),
    exact: count(({ score }) => score === "exact"),
    rightEntry: count(({ score }) => score === "right-entry"),
    withinBound: count(({ score }) => score === "within-bound"),
    shorterEntry: count(({ score }) => score === "shorter-entry"),
    wrong: count(({ score }) => score === "wrong"),
    classRight: count((exchange) => isFollowUp(exchange) && exchange.class.predicted === exchange.class.recorded),
    first: count(({ score }) => score === "first"),
    setApart,
  };
}

function isFollowUp({ score }: SimulatedExchange): boolean {
  return score !== "first" && score !== "not-scored";
}
