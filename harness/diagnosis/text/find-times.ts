import { once } from "../../kernel/memo/once.ts";
import type { Span } from "../../kernel/span.ts";
import { calendarName } from "./calendar-names.ts";

const UNIT =
  "(?:milliseconds?|seconds?|minutes?|hours?|days?|weeks?|months?|years?|msecs?|secs?|mins?|hrs?|yrs?|ms|mo|[smhdwy])";
const HALF = String.raw`[AaPp]\.?\s?[Mm](?:\.|\b)`;
const YEAR = String.raw`(?:19|20)\d{2}`;
const MONTH = "(?:0[1-9]|1[0-2])";
const DAY = String.raw`(?:0[1-9]|[12]\d|3[01])`;
const CLOCK = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?`;

/** Dates and times that stand for themselves, the longest forms first. */
const WHOLE: readonly string[] = [
  String.raw`\d{4}-${MONTH}-${DAY}(?:[T _-]\d{2}[:-]\d{2}(?:[:-]\d{2}(?:[.,]\d+)?)?)?(?:Z|\s?[+-]\d{2}:?\d{2})?`,
  String.raw`\d{4}-W\d{2}(?:-\d)?`,
  `${YEAR}${MONTH}${DAY}(?:[T_-]?\\d{6}(?:\\.\\d+)?Z?)?`,
  String.raw`${YEAR}[/.]\s?\d{1,2}[/.]\s?\d{1,2}`,
  String.raw`\d{1,2}/\d{1,2}/\d{2,4}`,
  String.raw`\d{1,2}[.-]\s?\d{1,2}[.-]\s?${YEAR}`,
  String.raw`${CLOCK}(?:\s?${HALF})?`,
  String.raw`\d{1,2}\s?${HALF}`,
  String.raw`\d{1,2}[h.]\d{2}(?:\s?Uhr)?(?<=h\d\d|Uhr)`,
  String.raw`1[4-9]\d{8}(?:\.\d+|\d{3}|\d{6}|\d{9})?`,
];

/** How far a moment lies from now. */
const AGE: readonly string[] = [
  String.raw`(?:(?:about|around|over|almost|nearly|less than|more than)\s)?(?:\d+|an?|a few|one)\s?${UNIT}(?:(?:,\s|\sand\s|\s)\d+\s?${UNIT})*\s(?:ago|from now)`,
  String.raw`(?:just now|yesterday|today|tomorrow|moments ago)`,
];

/** Whole dates and times in ideographs, which no white space parts. */
const EASTERN =
  /\d{4}[年년]\s?\d{1,2}[月월]\s?\d{1,2}[日일]|\d{1,2}[月월]\s?\d{1,2}[日일]|\d{1,2}[時时시点](?:\s?\d{1,2}[分분])?(?:\s?\d{1,2}[秒초])?|(?:星期|周|週)[一二三四五六日天]|[月火水木金土日]曜日?|\([月火水木金土日월화수목금토일]\)|[월화수목금토일]요일|午前|午後|上午|下午|凌晨|清晨|早上|中午|晚上|오전|오후/;

/** A zone: by itself, or behind a time alone. */
const PLACE =
  "(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific|Etc|US)(?:/[A-Z][A-Za-z_+-]+){1,2}";
const ZONE_NAME = String.raw`(?:[A-Z][a-z]+ ){1,3}(?:Standard|Daylight|Summer|Universal) Time`;
const OFFSET = String.raw`(?:UTC|GMT)?[+-]\d{1,2}(?::?\d{2})?|UTC|GMT|MSK|[A-Z]{1,4}T|Z`;

/** Words that are part of a date only next to a name or a time. */
const LOOSE = String.raw`\d{1,2}\.\s?\d{1,2}\.\s?\d{1,2}|\d{1,2}\.\d{2}(?:\.\d{2})?|morning|afternoon|evening|night|noon|midnight`;
const NUMBER = String.raw`\d{4}|\d{1,2}(?:st|nd|rd|th|[.\u00ba])?`;

/** Made at the first text: a start that reads none need not wait for it. */
const atom = once(
  () =>
    new RegExp(
      [
        `(?<whole>${EASTERN.source})`,
        String.raw`(?<![\w])(?:(?<age>${AGE.join("|")})|(?<dated>${WHOLE.join("|")}|${PLACE}|${ZONE_NAME})|(?<loose>${LOOSE})|(?<zone>${OFFSET}))(?![\w])`,
        String.raw`(?<![\w.])(?<number>${NUMBER})(?!\w)`,
        String.raw`(?<![\p{L}\p{M}])(?<word>\p{L}[\p{L}\p{M}]+(?:-feira)?\.?)`,
      ].join("|"),
      "gu",
    ),
);

/** The text allowed between two parts of one date. */
const JOINT =
  /^(?:[^\S\n]|[,;:/.()·–-]|(?<!\p{L})(?:at|of|on|the|de|del|um|am|le|à|alle|ore|às|a las|kl|om|и|в|г|T)(?!\p{L}))*$/u;
const LONGEST_JOINT = 12;

/** A part of a date, or several that belong together. `whole`: it is a date or time without more. */
type Run = Span & {
  readonly whole: boolean;
  /** A name of a month or a weekday is in it; and a year. */
  readonly name: boolean;
  readonly year: boolean;
  /** It ends with a number, which continues a date only after a name. */
  readonly ends: Kind;
};

type Kind = "time" | "name" | "number" | "loose" | "zone" | "age";

/** Dates and times in a text: "Friday, November 20, 2026 at 10:42 PM UTC" is one span. */
export function findTimes(text: string): readonly Span[] {
  const runs: Run[] = [];
  for (const found of text.matchAll(atom())) {
    const run = readAtom(found);
    if (run === null) continue;
    const before = runs.at(-1);
    if (before !== undefined && isJoint(text.slice(before.end, run.start)) && belong(before, run))
      runs[runs.length - 1] = joined(before, run);
    else runs.push(run);
  }
  return runs.filter(isTime).map(({ start, end }) => ({ start, end }));
}

function readAtom({ 0: found, index, groups = {} }: RegExpMatchArray & { readonly index: number }): Run | null {
  const part = { start: index, end: index + found.length, whole: false, name: false, year: false };
  if (groups["age"] !== undefined) return { ...part, whole: true, ends: "age" };
  if (groups["whole"] !== undefined || groups["dated"] !== undefined) return { ...part, whole: true, ends: "time" };
  if (groups["number"] !== undefined) return { ...part, year: found.length === 4, ends: "number" };
  if (groups["loose"] !== undefined) return { ...part, ends: "loose" };
  if (groups["zone"] !== undefined) return { ...part, ends: "zone" };
  const name = calendarName(found);
  return name === null ? null : { ...part, whole: name === "sure", name: true, ends: "name" };
}

function isJoint(between: string): boolean {
  return between.length <= LONGEST_JOINT && JOINT.test(between);
}

/** A number belongs to a name; what is loose and a zone to whatever is a date or time already. */
function belong(before: Run, { ends, whole, year }: Run): boolean {
  if (before.ends === "age" || ends === "age") return false;
  switch (ends) {
    case "number":
      return before.name && (before.ends !== "time" || year);
    case "name":
      return before.ends !== "zone";
    case "zone":
      return before.ends === "time" || before.ends === "zone" || before.ends === "number";
    case "loose":
    case "time":
      return before.ends !== "number" || before.name || !whole;
  }
}

function joined(before: Run, run: Run): Run {
  return {
    start: before.start,
    end: run.end,
    whole: before.whole || run.whole,
    name: before.name || run.name,
    year: before.year || run.year,
    ends: run.ends,
  };
}

function isTime({ whole, name, year, start, end }: Run): boolean {
  return end > start && (whole || (name && year));
}
