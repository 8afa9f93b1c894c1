import { warnBelowRatio } from "../../telemetry/fork-span.ts";
import { cacheableMinimum } from "./cacheable-minimum.ts";
import type { ForkTurn } from "../fork-result.ts";
import { promptTokens } from "../loop/usage-totals.ts";

/** The parent of a fork, as far as it decides what its first turn can read. */
export type ParentSize = { readonly model: string | null; readonly parentBytes: number };

/**
 * Whether a fork's first turn lost its parent's prefix: it read less than half of its prompt, though the prefix is long enough for its
 * model's cache. If a counter is unknown, no break is reported. How much of the prompt is the parent's is estimated by bytes.
 */
export function isCacheBreak(
  { turn, hitRatio, usage, requestBytes }: Pick<ForkTurn, "turn" | "hitRatio" | "usage" | "requestBytes">,
  { model, parentBytes }: ParentSize,
): boolean {
  const prompt = promptTokens(usage);
  if (turn !== 1 || hitRatio === null || prompt === null || hitRatio >= warnBelowRatio) return false;
  // Tokens that were read were cached.
  if (usage.read !== null && usage.read > 0) return true;
  const shared = prompt * Math.min(1, parentBytes / requestBytes);
  // A provider that wrote caches prompts of this length: only a parent that is clearly too short explains that nothing was read.
  const doubt = usage.write !== null && usage.write > 0 ? 2 : 1;
  return shared * doubt >= cacheableMinimum(model);
}
