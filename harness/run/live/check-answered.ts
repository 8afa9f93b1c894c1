import { serveAdvice, type SubjectAdvice } from "../../checks/check-subject.ts";
import { ANSWERED } from "../../kernel/evals/unknown-sample.ts";
import type { LiveFork } from "../../kernel/live-report.ts";
import type { CheckResult } from "../../kernel/run-result.ts";
import type { LiveExchange } from "./live-provider.ts";
import type { RoundEvidence } from "./rounds/round-evidence.ts";

/** An unanswered fork has shown nothing: no other check can replace this one. */
export function checkAnswered(
  exchanges: readonly LiveExchange[],
  forks: readonly { readonly live: LiveFork }[],
  { faults }: Pick<RoundEvidence, "faults">,
): CheckResult {
  const told = forks.map(({ live: { lane, reconciliation } }) => {
    const last = exchanges.findLast((each) => each.lane === lane)?.exchange.response ?? null;
    const fault = faults[lane] ?? (last === null ? "it sent no request" : `status ${last.status}`);
    return reconciliation === null ? [`${lane}: ${fault}`] : [];
  });
  const unanswered = told.flat();
  return {
    check: ANSWERED,
    status: unanswered.length === 0 && forks.length > 0 ? "passed" : "failed",
    expected: "the provider answers every fork",
    observed: unanswered.join("; ") || "as expected",
    examined: { count: forks.length, what: forks.length === 1 ? "fork" : "forks" },
  };
}

/** The advice on an unanswered fork. A refusal by the provider is not the fork's fault. */
export function adviceOn(exchanges: readonly LiveExchange[]): SubjectAdvice {
  return (lane) => {
    const last = exchanges.findLast((each) => each.lane === lane)?.exchange.response ?? null;
    return last === null || last.status === 200
      ? serveAdvice(lane)
      : `the provider refused its last request with status ${last.status}; try again later where it is busy`;
  };
}
