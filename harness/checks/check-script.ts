import type { CheckResult } from "../kernel/run-result.ts";

/** A request without a scripted answer, or an answer without a request. */
export type ScriptFault = { readonly code: string; readonly what: string; readonly fix: string };

/** Requests of one fork. */
export type ForkRequests = { readonly lane: string; readonly requests: number };

/** Checks that every fork sent a request, every request had a scripted answer, and every answer was used. */
export function checkScript(faults: readonly ScriptFault[], forks: readonly ForkRequests[]): CheckResult {
  const requests = forks.reduce((sum, fork) => sum + fork.requests, 0);
  const wrong = [
    ...forks.filter((fork) => fork.requests === 0).map(({ lane }) => `${lane} sent no request`),
    ...faults.map(({ code, what, fix }) => `${code} ${what} ${fix}`),
  ];
  return {
    check: "script",
    status: wrong.length === 0 && requests > 0 ? "passed" : "failed",
    expected: "every fork sends a request, every request has an answer, every answer is used",
    observed: wrong.join("; ") || "as expected",
    examined: { count: requests, what: requests === 1 ? "request" : "requests" },
  };
}
