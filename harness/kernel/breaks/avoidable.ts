import type { BreakCost, CauseCost } from "./break-cost.ts";
import type { BreakOrigin } from "./break-origin.ts";

/** An amount by who could have avoided it. */
export type Avoidable = Readonly<Record<BreakOrigin, number>>;

export const NOTHING_AVOIDABLE: Avoidable = { ours: 0, provider: 0, expected: 0 };

/**
 * The cost of a break by origin. Where its causes have several, ours is what fixing our causes would save while the others stay; the
 * rest belongs to the others.
 */
export function byOrigin({ causes }: BreakCost, total: number, savedBy: (cause: CauseCost) => number): Avoidable {
  const origins = new Set(causes.map(({ origin }) => origin ?? "ours"));
  // Losses that no cause of the client explains are the provider's.
  const [only = "provider", ...others] = origins;
  if (others.length === 0) return { ...NOTHING_AVOIDABLE, [only]: total };
  const saved = causes
    .filter(({ origin }) => (origin ?? "ours") === "ours")
    .reduce((sum, each) => sum + savedBy(each), 0);
  const ours = Math.min(total, Math.max(0, saved));
  return { ...NOTHING_AVOIDABLE, ours, [origins.has("provider") ? "provider" : "expected"]: total - ours };
}

/**
 * The part of the expected cost that is due to a pause (CB701). Where other causes are expected too, it is what a shorter pause alone
 * would save; the rest belongs to the others.
 */
export function idlePart(cost: BreakCost, total: number, savedBy: (cause: CauseCost) => number): number {
  const { expected } = byOrigin(cost, total, savedBy);
  const causes = cost.causes.filter(({ origin }) => origin === "expected");
  const pauses = causes.filter(({ code }) => code === "CB701");
  if (pauses.length === causes.length) return pauses.length === 0 ? 0 : expected;
  const saved = pauses.reduce((sum, each) => sum + savedBy(each), 0);
  return Math.min(expected, Math.max(0, saved));
}

export function addAvoidable(one: Avoidable, other: Avoidable): Avoidable {
  return {
    ours: one.ours + other.ours,
    provider: one.provider + other.provider,
    expected: one.expected + other.expected,
  };
}
