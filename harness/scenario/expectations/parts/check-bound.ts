import type { CheckResult } from "../../../kernel/run-result.ts";
import { isWithin, type NumberBound } from "../../decode/number-bound.ts";

/** The values that a bound is compared with: null where one is not known, which fails. */
type Measurement = {
  readonly values: readonly (number | null)[];
  readonly observed: string;
  readonly examined: CheckResult["examined"];
};

/** Passes if there is a value, all values are known, and all are within the bound. */
export function checkBound(
  check: string,
  bound: NumberBound,
  { values, observed, examined }: Measurement,
): CheckResult {
  const isMet = values.length > 0 && values.every((value) => value !== null && isWithin(bound, value));
  return {
    check,
    status: isMet ? "passed" : "failed",
    expected: `${bound.comparison} ${bound.value}`,
    observed,
    examined,
    numbers: { comparison: bound.comparison, bound: bound.value, observed: values },
  };
}
