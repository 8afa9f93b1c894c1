import type { BreakCost, CauseCost } from "./break-cost.ts";
import type { BreakOrigin } from "./break-origin.ts";

/** An amount by who could have avoided it. */
export type Avoidable = Readonly<Record<BreakOrigin, number>>;

export const NOTHING_AVOIDABLE: Avoidable = { ours: 0, provider: 0, expected: 0 };

/**
 * The cost of a break by origin. Where its causes have several, ours is what fixing our causes would save while the others stay; the
 * rest belongs to the others.
 */
export function byOrigin(
  { causes }: Pick<BreakCost, "causes">,
  total: number,
  savedBy: (cause: CauseCost) => number,
): Avoidable {
  const origins = new Set(causes.map(({ origin }) => origin ?? "ours"));
  // Losses that no cause of the client explains are the provider's.
  const [only = "provider", ...others] = origins;
  if (others.length === 0) return { ...NOTHING_AVOIDABLE, [only]: total };
  const saved = causes
    .filter(({ origin }) => (origin ?? "ours") === "ours")
    .reduce((sum, each) => sum + savedBy(each), 0);
  // A compaction may save more than our causes cost: then nothing of it is ours.
  const ours = Math.max(0, Math.min(total, saved));
  return { ...NOTHING_AVOIDABLE, ours, [origins.has("provider") ? "provider" : "expected"]: total - ours };
}

/**
 * The part of each cause, in their order. It is the saving of its fix alone; a saving that needs several fixes is divided equally between
 * the causes of its origin, so that the parts of an origin add up to its cost. Savings above that cost are reduced in proportion.
 */
export function partsByCause(cost: BreakCost, total: number, savedBy: (cause: CauseCost) => number): readonly number[] {
  const amounts = byOrigin(cost, total, savedBy);
  const ofOrigin = Map.groupBy(cost.causes, ({ origin }) => origin ?? "ours");
  return cost.causes.map((cause) => {
    const origin = cause.origin ?? "ours";
    const all = ofOrigin.get(origin) ?? [];
    const alone = all.reduce((sum, each) => sum + savedBy(each), 0);
    const amount = amounts[origin];
    // The provider read more than the model of its cache expects: the other causes did not earn the difference.
    if (alone > Math.max(0, amount)) return (savedBy(cause) * amount) / alone;
    return savedBy(cause) + (amount - alone) / all.length;
  });
}

/** The part of the cost that is due to a pause (CB701) of the user. */
export function idlePart(cost: BreakCost, total: number, savedBy: (cause: CauseCost) => number): number {
  const parts = partsByCause(cost, total, savedBy);
  const pauses = parts.filter((_, at) => cost.causes[at]?.code === "CB701" && cost.causes[at].origin === "expected");
  return Math.max(
    0,
    pauses.reduce((sum, part) => sum + part, 0),
  );
}

export function addAvoidable(one: Avoidable, other: Avoidable): Avoidable {
  return {
    ours: one.ours + other.ours,
    provider: one.provider + other.provider,
    expected: one.expected + other.expected,
  };
}
