import type { CounterTimeline } from "../../kernel/inspection/counter-timeline.ts";
import { pluralize } from "../../kernel/text/format-count.ts";

/** `4 requests`, `25 rows of reports`, or both: a row is not a request. */
export function countedText({ sessions, sums }: CounterTimeline, noun: string = "request"): string {
  const requests = sessions.reduce((count, session) => count + session.requests, 0);
  return [
    ...(requests === 0 ? [] : [pluralize(requests, noun)]),
    ...(sums.length === 0 ? [] : [pluralize(sums.length, "row of a report", "rows of reports")]),
  ].join(" and ");
}
