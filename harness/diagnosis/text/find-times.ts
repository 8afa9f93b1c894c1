import type { Span } from "../../kernel/span.ts";

const MONTH =
  "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)";
const WEEKDAY =
  "(?:Mon(?:day)?|Tue(?:s(?:day)?)?|Wed(?:nesday)?|Thu(?:rs(?:day)?)?|Fri(?:day)?|Sat(?:urday)?|Sun(?:day)?)";

/** What is a date or a time by itself: ISO 8601, other written dates, clock times, epoch seconds to microseconds, ages. */
const STRONG = [
  String.raw`\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?`,
  String.raw`\d{8}T\d{6}Z?`,
  String.raw`\d{4}[/.]\d{1,2}[/.]\d{1,2}`,
  String.raw`\d{1,2}/\d{1,2}/\d{2,4}`,
  String.raw`\d{1,2}\.\d{1,2}\.\d{4}`,
  String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?`,
  String.raw`1[4-9]\d{8}(?:\.\d+|\d{3}|\d{6})?`,
  String.raw`\d+ ?(?:milliseconds?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|ms|s|min|m|h|d) ago`,
  MONTH,
  WEEKDAY,
];

/** What belongs to a date or time only beside a strong one: a day of the month, a year, a zone. */
const WEAK = [
  String.raw`\d{4}`,
  String.raw`\d{1,2}(?:st|nd|rd|th)?`,
  "[AaPp]\\.?[Mm]\\.?",
  "[A-Z]{2,5}(?:[+-]\\d{1,2})?",
  String.raw`[+-]\d{2}:?\d{2}`,
  "Z",
];

const PART = new RegExp(String.raw`(?<![\w])(?:(${STRONG.join("|")})|(?:${WEAK.join("|")}))(?![\w])`, "g");

/** What may stand between two parts of one date. */
const JOINT = /^(?:[\s,/.-]|at|of|T){0,4}$/;

/** Dates and times in a short text: "Friday, November 20, 2026 at 10:42 PM UTC" is one span. */
export function findTimes(text: string): readonly Span[] {
  const found: Span[] = [];
  let run: { readonly start: number; end: number; strong: boolean } | null = null;
  for (const part of text.matchAll(PART)) {
    const end = part.index + part[0].length;
    const strong = part[1] !== undefined;
    if (run !== null && JOINT.test(text.slice(run.end, part.index))) {
      run.end = end;
      run.strong ||= strong;
      continue;
    }
    if (run?.strong === true) found.push({ start: run.start, end: run.end });
    run = { start: part.index, end, strong };
  }
  if (run?.strong === true) found.push({ start: run.start, end: run.end });
  return found;
}
