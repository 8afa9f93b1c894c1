import { type Occurrence, occurrences } from "../incidents/occurrences.ts";
import type { FindingCode } from "../kernel/finding.ts";
import type { OutsideLosses } from "../kernel/inspection/build-comparison.ts";
import type { InspectedExchange } from "../kernel/inspection/inspection.ts";
import type { Usage } from "../kernel/usage.ts";
import { sum } from "../kernel/numbers.ts";

/** The losses of each exchange that its client did not cause, by the id of the exchange. */
export type LossesOf = (id: string) => readonly Occurrence[];

/** Losses by the provider, and by pauses of the main line. Compactions and other models are choices of the client's build. */
export function outsideLosses(exchanges: readonly InspectedExchange[]): LossesOf {
  const outside = occurrences(exchanges).filter(
    ({ origin, code }) => origin === "provider" || (origin === "expected" && code === "CB701"),
  );
  const byId = Map.groupBy(outside, ({ exchange }) => exchange.id);
  return (id) => byId.get(id) ?? [];
}

/** What the losses add up to; null without one. */
export function sumLosses(losses: readonly Occurrence[]): OutsideLosses | null {
  if (losses.length === 0) return null;
  const costs = losses.flatMap(({ cost }) => cost ?? []);
  const paid = costs.flatMap(({ usd }) => usd ?? []);
  return {
    codes: countedRequests(losses),
    tokens: costs.length === 0 ? null : sum(costs.map(({ tokens }) => tokens)),
    usd: paid.length === 0 ? null : sum(paid),
  };
}

function countedRequests(losses: readonly Occurrence[]): OutsideLosses["codes"] {
  const byCode = [...Map.groupBy(losses, ({ code }) => code)].sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(byCode.map(([code, all]) => [code, new Set(all.map(({ exchange }) => exchange.id)).size]));
}

/** The usage and the cost of an exchange without its losses by these codes. */
export function withoutLosses(
  exchange: InspectedExchange,
  losses: readonly Occurrence[],
  codes: readonly FindingCode[],
): InspectedExchange {
  const costs = losses.filter(({ code }) => codes.includes(code)).flatMap(({ cost }) => cost ?? []);
  if (costs.length === 0) return exchange;
  const { usage, usd } = exchange;
  const lost = sum(costs.map(({ tokens }) => tokens));
  const paid = sum(costs.map((cost) => cost.usd ?? 0));
  return { ...exchange, usage: usage === null ? null : served(usage, lost), usd: usd === null ? null : usd - paid };
}

/** The lost tokens were stored again, or paid as they are. */
function served(usage: Usage, lost: number): Usage {
  const { read, fresh } = usage;
  if (read === null || fresh === null) return usage;
  const write = usage.write ?? 0;
  const unwritten = Math.min(write, lost);
  const unpaid = Math.min(fresh, lost - unwritten);
  return { ...usage, read: read + unwritten + unpaid, write: write - unwritten, fresh: fresh - unpaid };
}
