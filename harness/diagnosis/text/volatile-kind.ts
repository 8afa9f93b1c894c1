import type { Span } from "../../kernel/span.ts";
import type { DifferingSpan } from "./differing-spans.ts";
import { findTimes } from "./find-times.ts";

/** Values that change by themselves from one request to the next. */
export type VolatileKind = "time" | "id" | "path" | "counter";

/** Longest differing span that is taken for one volatile value; a longer one is text. */
const LONGEST = 400;

/** How far around a span its value may reach: the year of a date whose day differs. */
const AROUND = 40;

/** Ids: UUID, also behind a prefix; a prefix with a random tail; hexadecimal with letters and digits; ULID and the like. */
const ID =
  /(?:(?<![A-Za-z0-9])[A-Za-z]{2,12}[_-])?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?<![A-Za-z0-9])(?:[A-Za-z]{2,12}[_-])?(?:(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}|(?=[A-Za-z0-9]*\d)(?=[A-Za-z0-9]*[A-Za-z])[A-Za-z0-9]{16,64}|(?<=[A-Za-z]{2,12}[_-])(?=[A-Za-z0-9]*\d)(?=[A-Za-z0-9]*[A-Za-z])[A-Za-z0-9]{8,64})(?![A-Za-z0-9])/gi;

/**
 * Absolute, home and relative paths, Windows ones and URLs. Of relative ones, words with a stroke between them (yes/no, and/or,
 * functions/classes) are told apart by a file's ending, a second separator or one at the end.
 */
const PATH =
  /^(?:[a-z][a-z0-9+.-]*:\/\/\S+|~?\/[^\s<>]*|\.{1,2}[/\\]\S+|[A-Za-z]:[/\\]\S*|[\w.@+-]{2,}(?:[/\\](?:[\w.@+-]+[/\\]\S*|[\w@+-]*\.\w{1,8})?))$/;

/**
 * The kinds of volatile value that the whole difference could be, most specific first. Both sides must have one:
 * text that only came or went is no value that changed.
 */
export function volatileKinds(parent: string, child: string, span: DifferingSpan): readonly VolatileKind[] {
  const sides = [
    { text: parent, span: span.parent, core: span.parentCore },
    { text: child, span: span.child, core: span.childCore },
  ];
  if (sides.some((side) => side.span.end === side.span.start || side.span.end - side.span.start > LONGEST)) return [];
  const kinds: VolatileKind[] = [];
  if (sides.every((side) => isCovered(side, findTimes))) kinds.push("time");
  if (sides.every((side) => isCovered(side, findIds))) kinds.push("id");
  if (sides.every(({ text, span: { start, end } }) => text[start - 1] !== "<" && isPath(text.slice(start, end))))
    kinds.push("path");
  const [left = "", right = ""] = sides.map(({ text, span: { start, end } }) => text.slice(start, end));
  if (maskDigits(left) === maskDigits(right)) kinds.push("counter");
  return kinds;
}

type Side = { readonly text: string; readonly span: Span; readonly core: Span };

/** Whether one value that `find` sees around the span holds all that differs. */
function isCovered({ text, span, core }: Side, find: (text: string) => readonly Span[]): boolean {
  const from = Math.max(0, span.start - AROUND);
  const around = text.slice(from, span.end + AROUND);
  return find(around).some(({ start, end }) => from + start <= core.start && core.end <= from + end);
}

function findIds(text: string): readonly Span[] {
  return [...text.matchAll(ID)].map((found) => ({ start: found.index, end: found.index + found[0].length }));
}

function isPath(span: string): boolean {
  const tokens = span
    .split(/\s+/)
    .map((token) => token.replace(/[.,;:!?]+$/, ""))
    .filter((token) => token !== "");
  return tokens.length > 0 && tokens.every((token) => PATH.test(token));
}

function maskDigits(text: string): string {
  return text.replaceAll(/\d[\d.,]*/g, "#");
}
