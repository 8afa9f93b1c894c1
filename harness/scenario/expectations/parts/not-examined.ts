import type { CheckResult } from "../../../kernel/run-result.ts";

/** A check of something that this kind of run does not produce. It neither passes nor fails the job. */
export function notExamined(check: string, expected: string, why: string, what: string): CheckResult {
  return { check, status: "not examined", expected, observed: why, examined: { count: 0, what } };
}
