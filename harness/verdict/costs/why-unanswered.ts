import type { Exchange, RecordedResponse } from "../../kernel/exchange.ts";
import type { Unanswered } from "../../kernel/inspection/inspection.ts";
import { memoizeByObject } from "../../kernel/memo/memoize-by-object.ts";
import { streamEvents } from "../../wires/shared/usage/event-stream.ts";

/**
 * Why a request was not answered; null for an answered one. A recording that holds no responses does not say it, so a missing
 * response counts only where the recorder watched.
 */
export function whyUnanswered({ response, outcome = null }: Pick<Exchange, "response" | "outcome">): Unanswered | null {
  if (outcome === "unreachable") return "unreachable";
  // A message of a WebSocket that asks nothing, such as a cancellation, is complete without an answer.
  if (response === null) return outcome === null || outcome === "complete" ? null : "no-answer";
  if (isRefusal(response)) return "refused";
  const isEmpty = response.body.length === 0 && outcome !== null && outcome !== "unreadable";
  return isEmpty ? "no-answer" : null;
}

/** Whether the provider answered with an error, or with anything that is not a model's answer, before the answer began. */
function isRefusal(response: RecordedResponse): boolean {
  return response.status >= 300 || beginsWithError(response);
}

/** A stream may be opened with success and say an error first. */
const beginsWithError = memoizeByObject(({ body }: RecordedResponse): boolean => {
  const [first] = streamEvents(body.toString("utf8", 0, HEAD));
  return first !== undefined && (first.name === "error" || ERROR_DATA.test(first.data));
});

/** Enough for comments before the first event, and for the beginning of its data. */
const HEAD = 1000;

const ERROR_DATA = /^\s*\{\s*"(?:type"\s*:\s*"error"|error"\s*:\s*\{)/;
