import { pluralize } from "../text/format-count.ts";
import type { InspectedExchange } from "./inspection.ts";

/** Requests of a conversation, and how many of them got no answer of the model. */
export type AnswerCount = {
  readonly requests: number;
  readonly unanswered: number;
  /** How many of those the provider refused, and how: a status, or the type of an error in a stream. */
  readonly refused: { readonly count: number; readonly by: readonly string[] };
  readonly unreachable: number;
};

export type CountedRequest = Pick<InspectedExchange, "dialect" | "unanswered" | "failed">;

export function countAnswers(exchanges: Iterable<CountedRequest>): AnswerCount {
  const by = new Set<string>();
  let [requests, without, refused, unreachable] = [0, 0, 0, 0];
  for (const { dialect, unanswered, failed } of exchanges) {
    if (dialect === null) continue;
    requests += 1;
    if (unanswered === undefined) continue;
    without += 1;
    if (unanswered === "unreachable") unreachable += 1;
    if (unanswered !== "refused") continue;
    refused += 1;
    if (failed !== null) by.add(failed.status < 300 && failed.type !== null ? failed.type : String(failed.status));
  }
  return { requests, unanswered: without, refused: { count: refused, by: [...by].sort() }, unreachable };
}

export type ContinuedRequest = Pick<InspectedExchange, "id" | "parent" | "verdict" | "unanswered">;

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

/**
 * `1 of 3 requests was answered with an error (400), 1 was not answered`; null if the model answered all. Only the bytes of an unanswered
 * request are compared.
 */
export function unansweredText({ requests, unanswered, refused, unreachable }: AnswerCount): string | null {
  const silent = unanswered - refused.count - unreachable;
  const how = refused.by.length === 0 ? "" : ` (${refused.by.join(", ")})`;
  const were = (count: number): string => (count === 1 ? "was" : "were");
  const groups: readonly (readonly [count: number, text: string])[] = [
    [refused.count, `${were(refused.count)} answered with an error${how}`],
    [unreachable, "did not reach the provider"],
    [silent, `${were(silent)} not answered`],
  ];
  const [first, ...others] = groups.filter(([count]) => count > 0);
  if (first === undefined) return null;
  const [count, text] = first;
  const of = `${count === requests && count > 1 ? "all" : `${count} of`} ${pluralize(requests, "request")}`;
  return [`${of} ${text}`, ...others.map(([more, other]) => `${more} ${other}`)].join(", ");
}
