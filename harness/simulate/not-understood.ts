import type { NotUnderstood, SimulatedExchange } from "../kernel/simulation.ts";

/** One or two wrong predictions may be the provider's slip. */
const ENOUGH = 3;

/** Models of a provider whose rules fail: most of their predictions are wrong. */
export function notUnderstood(exchanges: readonly SimulatedExchange[]): readonly NotUnderstood[] {
  const scored = exchanges.filter(({ score }) => score !== "first" && score !== "not-scored");
  return [...Map.groupBy(scored, nameOf).values()].flatMap((own) => {
    const wrong = own.filter(({ score }) => score === "wrong").length;
    const [{ model, provider } = { model: null, provider: null }] = own;
    return own.length >= ENOUGH && 2 * wrong > own.length ? [{ model, provider, wrong, scored: own.length }] : [];
  });
}

/** Their exchanges keep their predictions, marked as unreliable. */
export function markNotUnderstood(
  exchanges: readonly SimulatedExchange[],
  models: readonly NotUnderstood[],
): readonly SimulatedExchange[] {
  const names = new Set(models.map(nameOf));
  return exchanges.map((exchange) =>
    exchange.setApart === null && names.has(nameOf(exchange)) ? { ...exchange, setApart: "not understood" } : exchange,
  );
}

function nameOf({ model, provider }: Pick<SimulatedExchange, "model" | "provider">): string {
  return JSON.stringify([model, provider]);
}
