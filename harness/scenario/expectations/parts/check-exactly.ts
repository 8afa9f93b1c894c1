import type { CheckResult } from "../../../kernel/run-result.ts";
import { pairs } from "./pairs.ts";

/** Compares a list that must be exact, in any order, with what was found. Findings outside the pairs count as looked at too. */
export function checkExactly(
  check: string,
  found: readonly string[],
  expected: readonly string[],
  judged: number,
): CheckResult {
  const hasLooked = judged > 0 || found.length > 0;
  const missing = without(expected, found);
  const extra = without(found, expected);
  return {
    check,
    status: missing.length === 0 && extra.length === 0 && hasLooked ? "passed" : "failed",
    expected: listed(expected),
    observed: hasLooked ? listed(found) : "nothing was judged",
    examined:
      judged > 0 || found.length === 0
        ? pairs(judged)
        : { count: found.length, what: `${check} on requests that start a conversation` },
  };
}

function without(from: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return from.filter((each) => {
    const at = left.indexOf(each);
    if (at === -1) return true;
    left.splice(at, 1);
    return false;
  });
}

function listed(values: readonly string[]): string {
  return values.length > 0 ? values.join(", ") : "none";
}
