import type { CheckResult } from "../../../kernel/run-result.ts";

/** `2 pairs`, `1 pair`: what a check looked at. */
export function pairs(count: number): CheckResult["examined"] {
  return { count, what: count === 1 ? "pair" : "pairs" };
}
