import type { CheckResult } from "../run-result.ts";

/** The names of all checks with a status, each once, in their order. */
export function namesOfChecks(checks: readonly CheckResult[], status: CheckResult["status"]): readonly string[] {
  return [...new Set(checks.filter((check) => check.status === status).map(({ check }) => check))];
}
