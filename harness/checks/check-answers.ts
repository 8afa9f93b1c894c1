import {
  answeredPairs,
  type ContinuedRequest,
  type CountedRequest,
  countAnswers,
  unansweredText,
} from "../kernel/inspection/answered-requests.ts";
import type { CheckResult } from "../kernel/run-result.ts";

/**
 * Says how many requests got no answer; empty if all did. It fails if no answered request continues another one: bytes were compared,
 * and nothing shows that a cache could serve them.
 */
export function checkAnswers(requests: readonly (CountedRequest & ContinuedRequest)[]): readonly CheckResult[] {
  const answers = countAnswers(requests);
  const observed = unansweredText(answers);
  if (observed === null) return [];
  return [
    {
      check: "answers",
      status: answeredPairs(requests).length > 0 ? "passed" : "failed",
      expected: "requests are answered",
      observed,
      examined: { count: answers.requests, what: answers.requests === 1 ? "request" : "requests" },
    },
  ];
}
