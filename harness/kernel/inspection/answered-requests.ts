import { pluralize } from "../text/format-count.ts";
import type { InspectedExchange } from "./inspection.ts";

/** Requests of a conversation, and how many of them got no answer. */
export type AnswerCount = { readonly requests: number; readonly unanswered: number };

export function countAnswers(exchanges: readonly Pick<InspectedExchange, "dialect" | "unanswered">[]): AnswerCount {
  const requests = exchanges.filter(({ dialect }) => dialect !== null);
  return {
    requests: requests.length,
    unanswered: requests.filter(({ unanswered }) => unanswered !== undefined).length,
  };
}

/** `1 of 2 requests was not answered`; null if all were. Only the bytes of an unanswered request are compared. */
export function unansweredText({ requests, unanswered }: AnswerCount): string | null {
  if (unanswered === 0) return null;
  if (unanswered === requests) return `none of ${pluralize(requests, "request")} was answered`;
  return `${unanswered} of ${pluralize(requests, "request")} ${unanswered === 1 ? "was" : "were"} not answered`;
}
