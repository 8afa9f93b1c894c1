import type { CheckResult } from "../kernel/run-result.ts";

/** So many of the requests are told with their reason. */
const MOST = 3;

/**
 * Fails a session that holds requests of which nobody can tell what they ask: a gate that could not look passes nothing.
 * `unknown` says of each which it is and why; where there is none there is no check.
 */
export function checkKnown(unknown: readonly string[], requests: number): readonly CheckResult[] {
  if (unknown.length === 0) return [];
  const more = unknown.length > MOST ? [`and ${unknown.length - MOST} more`] : [];
  return [
    {
      check: "judged",
      status: "failed",
      expected: "every request of a conversation",
      observed: `${unknown.length} of ${requests} not judged: ${[...unknown.slice(0, MOST), ...more].join("; ")}`,
      examined: { count: requests, what: requests === 1 ? "request" : "requests" },
    },
  ];
}
