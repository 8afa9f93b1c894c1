import { modelOf } from "../../dialects/model-of.ts";
import { recognise } from "../../dialects/registry.ts";
import type { ForkRun, ForkRunCost } from "../../kernel/run-result.ts";
import { forkCost } from "../../money/fork-cost.ts";
import { providerOnWire } from "../../mock/provider-on-wire.ts";
import type { ForkOnWire } from "./fork-runs.ts";

/** What a fork cost by the prices of its day; null where it sent nothing that names a model. */
export function priceFork(
  { first }: ForkOnWire,
  { turns, expectedRatio }: Pick<ForkRun, "turns" | "expectedRatio">,
  provider: string | null,
): ForkRunCost | null {
  const dialect = first === null ? null : recognise(first);
  if (first === null || dialect === null) return null;
  const model = modelOf(dialect.layOut(first.request), first.path);
  if (model === null) return null;
  const priced = { provider: provider ?? providerOnWire(dialect.name, model), model, atMs: first.startedAtMs };
  return forkCost(priced, turns, expectedRatio);
}
