import type { SimulatedExchange } from "../../harness/kernel/simulation.ts";

/** What the models promise of recorded traffic; by provider, never by file. */
export type Target = {
  readonly says: string;
  readonly of: (exchange: SimulatedExchange) => boolean;
  readonly holds: (exchange: SimulatedExchange) => boolean;
  readonly atLeast: number;
};

export const targets: readonly Target[] = [
  {
    says: "Anthropic: follow-ups exact",
    of: (exchange) => exchange.provider === "anthropic" && isFollowUp(exchange),
    holds: ({ score }) => score === "exact",
    atLeast: 0.98,
  },
  {
    says: "Anthropic: class of the read right",
    of: (exchange) => exchange.provider === "anthropic" && isFollowUp(exchange),
    holds: ({ class: place }) => place.predicted === place.recorded,
    atLeast: 0.99,
  },
];

/** Each target with what was found. A target that nothing was held against is missed. */
export function heldTargets(
  exchanges: readonly SimulatedExchange[],
): readonly { readonly says: string; readonly met: boolean; readonly found: string }[] {
  return targets.map(({ says, of, holds, atLeast }) => {
    const asked = exchanges.filter(of);
    const kept = asked.filter(holds).length;
    const met = asked.length > 0 && kept >= atLeast * asked.length;
    return { says: `${says}, at least ${atLeast * 100} %`, met, found: `${kept} of ${asked.length}` };
  });
}

function isFollowUp({ score }: SimulatedExchange): boolean {
  return score !== "first" && score !== "not-scored";
}
