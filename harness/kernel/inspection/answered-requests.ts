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

type ContinuedRequest = Pick<InspectedExchange, "id" | "parent" | "verdict" | "unanswered">;

/**
 * Ids of answered requests that were compared with a parent and continue an answered request, directly or over attempts that got
 * no answer. They alone show that a cache could serve a request.
 */
export function answeredPairs(exchanges: readonly ContinuedRequest[]): readonly string[] {
  const byId = new Map(exchanges.map((each) => [each.id, each]));
  // Parents stand before their children, so a chain ends.
  const continuesAnswered = ({ parent, verdict }: ContinuedRequest): boolean => {
    const known = parent === null || verdict === "not-comparable" ? undefined : byId.get(parent);
    return known !== undefined && (known.unanswered === undefined || continuesAnswered(known));
  };
  return exchanges.filter((each) => each.unanswered === undefined && continuesAnswered(each)).map(({ id }) => id);
}

/** `1 of 2 requests was not answered`; null if all were. Only the bytes of an unanswered request are compared. */
export function unansweredText({ requests, unanswered }: AnswerCount): string | null {
  if (unanswered === 0) return null;
  if (unanswered === requests) return `none of ${pluralize(requests, "request")} was answered`;
  return `${unanswered} of ${pluralize(requests, "request")} ${unanswered === 1 ? "was" : "were"} not answered`;
}
