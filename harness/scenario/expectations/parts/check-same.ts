import type { Judgement } from "../../../kernel/judgement.ts";
import type { CheckResult } from "../../../kernel/run-result.ts";
import { pairs } from "./pairs.ts";

/** Checks that every pair shows the expected word. */
export function checkSame(
  check: string,
  judgements: readonly Judgement[],
  expected: string,
  observe: (judgement: Judgement) => string,
): CheckResult {
  const observed = [...new Set(judgements.map(observe))];
  const same = observed.length === 1 && observed[0] === expected;
  return {
    check,
    status: same ? "passed" : "failed",
    expected,
    observed: observed.join(", ") || "nothing was judged",
    examined: pairs(judgements.length),
  };
}
