import type { CheckResult } from "../../../kernel/run-result.ts";

/** Says how many pairs a check looked at: `2 pairs`, `1 pair`. */
export function pairs(count: number): CheckResult["examined"] {
  return { count, what: count === 1 ? "pair" : "pairs" };
}
