import type { Span } from "../../kernel/span.ts";

const MONTH =
  "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)";
const WEEKDAY =
  "(?:Mon(?:day)?|Tue(?:s(?:day)?)?|Wed(?:nesday)?|Thu(?:rs(?:day)?)?|Fri(?:day)?|Sat(?:urday)?|Sun(?:day)?)";

/** A whole date or time: ISO 8601, other written dates, clock times, epoch seconds to microseconds, ages. */
const WHOLE = [
  String.raw`\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?`,
  String.raw`\d{8}T\d{6}Z?`,
  String.raw`\d{4}[/.]\d{1,2}[/.]\d{1,2}`,
  String.raw`\d{1,2}/\d{1,2}/\d{2,4}`,
  String.raw`\d{1,2}\.\d{1,2}\.\d{4}`,
  String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?`,
  String.raw`1[4-9]\d{8}(?:\.\d+|\d{3}|\d{6})?`,
  String.raw`\d+ ?(?:milliseconds?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|ms|s|min|m|h|d) ago`,
];

/** A day or a year: part of a date only beside the name of a month or a weekday. */
const NUMBER = String.raw`\d{4}|\d{1,2}(?:st|nd|rd|th)?`;

/** Half of the day, or a zone: part of a date or time only behind one. */
const ZONE = String.raw`[AaPp]\.?[Mm]\.?|[A-Z]{2,5}(?:[+-]\d{1,2})?|[+-]\d{2}:?\d{2}|Z`;

const PART = new RegExp(
  String.raw`(?<![\w])(?:(?<whole>${WHOLE.join("|")})|(?<name>${MONTH}|${WEEKDAY})|(?<number>${NUMBER})|(?:${ZONE}))(?![\w])`,
  "g",
);

/** What may stand between two parts of one date. */
const JOINT = /^(?:[\s,/.-]|at|of|T){0,4}$/;

type Run = { readonly start: number; readonly end: number; readonly whole: boolean; readonly name: boolean };

/** Dates and times in a short text: "Friday, November 20, 2026 at 10:42 PM UTC" is one span. */
export function findTimes(text: string): readonly Span[] {
  const runs: Run[] = [];
  for (const part of text.matchAll(PART)) {
    const [whole, name] = [part.groups?.["whole"] !== undefined, part.groups?.["name"] !== undefined];
    const isNumber = part.groups?.["number"] !== undefined;
    const end = part.index + part[0].length;
    const before = runs.at(-1);
    const joins =
      before !== undefined &&
      JOINT.test(text.slice(before.end, part.index)) &&
      (isNumber ? before.name || !before.whole : before.name || before.whole || name);
    if (joins) runs.pop();
    runs.push({
      start: joins ? before.start : part.index,
      end,
      whole: whole || (joins && before.whole),
      name: name || (joins && before.name),
    });
  }
  return runs.filter(({ whole, name }) => whole || name);
}
