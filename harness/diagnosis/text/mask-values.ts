import type { Span } from "../../kernel/span.ts";
import { commonEnds } from "./common-ends.ts";
import { findTimes } from "./find-times.ts";

/** Values that change by themselves from one request to the next; a count is what is left of a number. */
export type MaskedKind = "time" | "id" | "path";

/** Ids: UUID, also behind a prefix; a prefix with a random tail; hexadecimal with letters and digits; ULID and the like. */
const ID =
  /(?:(?<![A-Za-z0-9])[A-Za-z]{2,12}[_-])?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?<![A-Za-z0-9])(?:[A-Za-z]{2,12}[_-])?(?:(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}|(?=[A-Za-z0-9]*\d)(?=[A-Za-z0-9]*[A-Za-z])[A-Za-z0-9]{16,64}|(?<=[A-Za-z]{2,12}[_-])(?=[A-Za-z0-9]*\d)(?=[A-Za-z0-9]*[A-Za-z])[A-Za-z0-9]{8,64})(?![A-Za-z0-9])/gi;

/** Runs without white space, quotes or brackets (harness/diagnosis/CODES.md). */
const TOKEN = /[^\s"'`()[\]{}<>]+/g;

/**
 * Absolute, home and relative paths, Windows ones and URLs. Of relative ones, words with a stroke between them (yes/no, and/or,
 * functions/classes) differ from them by a file's ending, a second separator or one at the end.
 */
const PATH =
  /^(?:[a-z][a-z0-9+.-]*:\/\/\S+|~?\/[^\s<>]*|\.{1,2}[/\\]\S+|[A-Za-z]:[/\\]\S*|[\w.@+-]{2,}(?:[/\\](?:[\w.@+-]+[/\\]\S*|[\w@+-]*\.\w{1,8})?))$/;

/** Numbers with their unit, and several of them in a row: 999 and 1.2k, 59s and 1m 2s. */
const COUNT = /(?:(?<![^\s(])[-+])?\d(?:[\d.,]|[\u00a0\u202f](?=\d))*(?:\s?(?:[kKMGT]i?B|[kKMG]|ms|[smhd]|bytes?)\b)?/g;
const COUNTS = /#(?:\s#)+/g;

/** Words that change with a number before them: 1 file is, 2 files are. */
const PLURAL =
  /(?<=#\s\p{L}*(?:x|z|ch|sh|ss))es(?!\p{L})|(?<=#\s\p{L}{2,})s(?!\p{L})|\b(?:is|are|was|were)(?=\s#)|(?<=#\s\p{L}+\s)(?:is|are|was|were|has|have)\b/gu;

/** The placeholder for a value: prompts hold no private-use characters. */
const MARKS: Readonly<Record<MaskedKind, string>> = { time: "\ue000", id: "\ue001", path: "\ue002" };

/** A text with marks in place of values, and the values of each kind. */
export type MaskedText = { readonly text: string; readonly values: ReadonlyMap<MaskedKind, readonly string[]> };

/** Masks the kinds one after the other: the next one does not see what was masked. */
export function maskValues(text: string, kinds: readonly MaskedKind[]): MaskedText {
  const values = new Map<MaskedKind, readonly string[]>();
  let masked = text;
  for (const kind of kinds) {
    const spans = FINDERS[kind](masked);
    values.set(
      kind,
      spans.map(({ start, end }) => masked.slice(start, end)),
    );
    masked = withMarks(masked, spans, MARKS[kind]);
  }
  return { text: masked, values };
}

/** The text with one mark for any count. */
export function maskCounts(text: string): string {
  return text.replaceAll(COUNT, "#").replaceAll(COUNTS, "#").replaceAll(PLURAL, "");
}

const FINDERS: Readonly<Record<MaskedKind, (text: string) => readonly Span[]>> = {
  time: findTimes,
  id: (text) => spansOf(text, ID),
  path: (text) => spansOf(text, TOKEN).flatMap((token) => pathIn(text, token)),
};

function spansOf(text: string, pattern: RegExp): readonly Span[] {
  return [...text.matchAll(pattern)].map((found) => ({ start: found.index, end: found.index + found[0].length }));
}

/** A word in which an id may be: letters, digits and the strokes of base64url. */
const WORD = /[A-Za-z0-9_-]{7,}/g;

/**
 * Both texts with marks in place of words of one length of which one is an id: hexadecimal digits may lack a letter, and drawn letters
 * a digit.
 */
export function maskLikelyIds(before: string, after: string): readonly [string, string] {
  return maskPairs(before, after, (one, other) => isId(one) || isId(other));
}

/** Both texts with marks in place of words of one length that end in letters and digits by turns: `tmpab12cd34`, `agent-8f3e2a`. */
export function maskDrawnIds(before: string, after: string): readonly [string, string] {
  return maskPairs(before, after, (one, other) => isDrawn(one, other) && isDrawn(other, one));
}

function isDrawn(word: string, other: string): boolean {
  const [head] = commonEnds(word, other);
  return (word.slice(head).match(/(?<=\d)(?=[A-Za-z])|(?<=[A-Za-z])(?=\d)/g)?.length ?? 0) >= 3;
}

function maskPairs(
  before: string,
  after: string,
  areIds: (one: string, other: string) => boolean,
): readonly [string, string] {
  const [ours, theirs] = [spansOf(before, WORD), spansOf(after, WORD)];
  const pairs = ours.flatMap((span, index) => {
    const other = theirs[index];
    if (other === undefined) return [];
    const [one, two] = [before.slice(span.start, span.end), after.slice(other.start, other.end)];
    return one !== two && one.length === two.length && areIds(one, two) ? [[span, other] as const] : [];
  });
  return [
    withMarks(
      before,
      pairs.map(([span]) => span),
      MARKS.id,
    ),
    withMarks(
      after,
      pairs.map(([, span]) => span),
      MARKS.id,
    ),
  ];
}

function isId(word: string): boolean {
  return (
    word.search(ID) !== -1 || (word.length >= 16 && [/\d/, /[a-z]/, /[A-Z]/].every((letters) => letters.test(word)))
  );
}

/** Tags, the marks that end a sentence and the name of a setting (`PWD=/srv`, `cwd:/srv`) do not count. */
function pathIn(text: string, { start, end }: Span): readonly Span[] {
  const token = text.slice(start, end).replace(/[.,;:!?]+$/, "");
  if (text[start - 1] === "<") return [];
  const name = PATH.test(token) ? "" : (/^[\w.-]+[=:]/.exec(token)?.[0] ?? "");
  const path = token.slice(name.length);
  return PATH.test(path) ? [{ start: start + name.length, end: start + token.length }] : [];
}

function withMarks(text: string, spans: readonly Span[], mark: string): string {
  let [masked, done] = ["", 0];
  for (const { start, end } of spans) {
    masked += text.slice(done, start) + mark;
    done = end;
  }
  return masked + text.slice(done);
}
