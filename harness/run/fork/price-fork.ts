import { saleTerms } from "../../wires/sale-terms.ts";
import { modelOf } from "../../wires/model-of.ts";
import { knownLayout } from "../../wires/known-layout.ts";
import type { ForkRun, ForkRunCost } from "../../kernel/run-result.ts";
import { forkCost } from "../../money/fork-cost.ts";
import { providerOnWire } from "../../mock/provider-on-wire.ts";
import type { ForkOnWire } from "./fork-runs.ts";

/** The cost of a fork by the prices of its day; null if it sent no request that names a model. */
export function priceFork(
  { first }: Pick<ForkOnWire, "first">,
  { turns, expectedRatio }: Pick<ForkRun, "turns" | "expectedRatio">,
  provider: string | null,
): ForkRunCost | null {
  const layout = first === null ? null : knownLayout(first);
  const model = first === null || layout === null ? null : modelOf(layout, first.path);
  if (first === null || layout === null || model === null) return null;
  const priced = {
    provider: provider ?? providerOnWire(layout.dialect, model),
    model,
    ...saleTerms(first, layout),
    atMs: first.startedAtMs,
  };
  return forkCost(priced, turns, expectedRatio);
}
