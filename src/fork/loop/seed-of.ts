import { ForkPointError } from "../../cache-safe/fork-point-error.ts";
import { passThrough } from "../../strategies/pass-through.ts";
import type { ForkSeed, Strategy } from "../../strategies/strategy.ts";
import type { ForkParams } from "../params/fork-params.ts";

export function strategyOf({ strategy = passThrough }: Pick<ForkParams, "strategy">): Strategy {
  return strategy;
}

/** The start of a fork by its strategy. Throws ForkPointError if it cannot start from this parent. */
export function seedOf(
  params: Pick<ForkParams, "strategy" | "parent" | "directive" | "overrides" | "ownCall">,
): ForkSeed {
  const { parent, directive, overrides, ownCall } = params;
  const strategy = strategyOf(params);
  if (!strategy.wires.includes(parent.wire)) {
    throw new ForkPointError(
      "wrong-wire",
      `the strategy ${strategy.name} does not belong to ${parent.wire}`,
      `Use it on ${strategy.wires.join(" or ")}, or take another strategy.`,
    );
  }
  return strategy.seed(parent, { directive, reminder: overrides?.reminder ?? null, ownCall: ownCall ?? null });
}
