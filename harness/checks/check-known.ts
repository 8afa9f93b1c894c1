import type { CheckResult } from "../kernel/run-result.ts";

/** A message names at most this many requests. */
const MOST = 3;

/**
 * Fails a session with requests that forkproof cannot judge: a gate that could not look must not pass. `unknown` names each with the
 * reason; if it is empty, the check is left out.
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
