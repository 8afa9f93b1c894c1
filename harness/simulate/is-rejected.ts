import type { Residual } from "../kernel/simulation.ts";

/** Share of a frozen length that a later counter may differ by (harness/providers/FACTS.md#token-lengths). */
const TOLERANCE = 0.02;

/** Whether counters contradict what earlier ones told so far that no length is learnt from them. */
export function isRejected(residual: Residual | null): boolean {
  return residual !== null && Math.abs(residual.tokens) > TOLERANCE * residual.of;
}
