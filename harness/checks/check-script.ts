import type { CheckResult } from "../kernel/run-result.ts";

/** Every request had a scripted answer, and every answer was asked for. */
export function checkScript(
  faults: readonly { readonly code: string; readonly what: string }[],
  requests: number,
): CheckResult {
  return {
    check: "script",
    status: faults.length === 0 && requests > 0 ? "passed" : "failed",
    expected: "every request answered, every answer asked for",
    observed:
      faults.map(({ code, what }) => `${code} ${what}`).join("; ") || (requests > 0 ? "so it was" : "no request came"),
    examined: { count: requests, what: requests === 1 ? "request" : "requests" },
  };
}
