import type { Residual } from "../kernel/simulation.ts";

/** Share of a frozen length that a later counter may differ by (harness/providers/FACTS.md#token-lengths and harness/providers/FACTS.md#dashscope). */
const TOLERANCE = 0.02;

/** Whether counters contradict earlier reports so far that no length is learnt from them. */
export function isRejected(residual: Residual | null): boolean {
  return residual !== null && Math.abs(residual.tokens) > TOLERANCE * residual.of;
}
