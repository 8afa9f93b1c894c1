import { createHash } from "node:crypto";
import { isOfItem, viewItem } from "../../wires/openai-responses/view-item.ts";
import type { Block, Envelope, Unit } from "../../kernel/layout.ts";
import type { Span } from "../../kernel/span.ts";
import { decodeString } from "../../wire-scan/decode-string.ts";
import { scanElements } from "../../wire-scan/scan-container.ts";
import { skipString } from "../../wire-scan/skip-string.ts";
import { skipValue } from "../../wire-scan/skip-value.ts";
import { isWhiteSpace } from "../../wire-scan/skip-white-space.ts";
import { stringIs } from "../../wire-scan/string-is.ts";
import { walkMembers } from "../../wire-scan/walk-members.ts";
import { rememberUnit } from "./remember-unit.ts";

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;

/** Stands before each part. White space between tokens is dropped, so a line feed can stand nowhere else. */
const PART = {
  member: Buffer.from("\nmember\n"),
  behind: Buffer.from("\nbehind\n"),
  tools: Buffer.from("\ntools\n"),
  system: Buffer.from("\nsystem\n"),
  messages: Buffer.from("\nmessages\n"),
} as const;

/** The bytes of a unit that a provider reads. `bytes` counts only prompt: of plain text the text alone, in any wrapping. */
export type UnitDigest = { readonly digest: string; readonly bytes: number };

/**
 * Digests the raw bytes of a unit without breakpoints and without the white space between tokens (a provider parses the
 * body before it hashes: maximhq/bifrost#6406 saw no difference). Each unit's bytes are read once.
 */
export function digestUnit(body: Buffer, unit: Unit, stringEqualsTextBlock: boolean): UnitDigest {
  return (stringEqualsTextBlock ? digestLoosely : digestStrictly)(body, unit);
}

const digestLoosely = rememberUnit((body, unit) => digest(body, unit, true));
const digestStrictly = rememberUnit((body, unit) => digest(body, unit, false));

function digest(body: Buffer, unit: Unit, stringEqualsTextBlock: boolean): UnitDigest {
  const hash = createHash("sha256");
  const isItem = isOfItem(unit);
  const bytes = feedUnit(isItem ? NOBODY : hash, body, unit, stringEqualsTextBlock);
  if (isItem) feedItem(hash, body, unit);
  return { digest: hash.digest("base64url"), bytes };
}

/**
 * Of an input item of Responses neither its id and state nor the order of its members is prompt: servers send items back with
 * others (recordings/codex; harness/diagnosis/CODES.md). Its length stays that of the bytes that were sent.
 */
function feedItem(hash: Sink, body: Buffer, unit: Unit): void {
  hash.update(unit.unit === "envelope" ? PART.member : PART[unit.segment]);
  const marks = unit.unit === "block" ? unit.marks.map(({ excision }) => excision) : [];
  for (const piece of viewItem(body, unit)) {
    const inside = marks.filter(({ start, end }) => start < piece.end && end > piece.start);
    const holes = inside.map(({ start, end }) => ({
      start: Math.max(start, piece.start),
      end: Math.min(end, piece.end),
    }));
    feedSpan(hash, body, piece, holes);
  }
}

/** The receiver of a prompt's bytes: a hash, or a counter that drops them. */
type Sink = { readonly update: (bytes: Buffer) => Sink };

const NOBODY: Sink = { update: () => NOBODY };

function feedUnit(hash: Sink, body: Buffer, unit: Unit, stringEqualsTextBlock: boolean): number {
  if (unit.unit === "envelope") return feedEnvelope(hash, body, unit);
  hash.update(PART[unit.segment]);
  const text = plainText(body, unit);
  const bytes = feedBlock(hash, body, unit, stringEqualsTextBlock);
  return text === null ? bytes : text.end - text.start - 2;
}

function feedBlock(hash: Sink, body: Buffer, unit: Block, stringEqualsTextBlock: boolean): number {
  const only = stringEqualsTextBlock ? textInPlace(body, unit) : null;
  const marks = unit.marks.map(({ excision }) => excision).sort((a, b) => a.start - b.start);
  const { start, end } = unit.span;
  if (only === null) return feedSpan(hash, body, unit.span, marks);
  const { list, text } = only;
  if (list === null) return feedSpan(hash, body, text, []);
  const around = (from: number, to: number): number => {
    return feedSpan(
      hash,
      body,
      { start: from, end: to },
      marks.filter((hole) => hole.start >= from && hole.end <= to),
    );
  };
  return around(start, list.start) + feedSpan(hash, body, text, []) + around(list.end, end);
}

/**
 * The members outside the content in their order, and the content that comes before one of them: no document says that the order
 * of a message's members is ignored (harness/providers/FACTS.md#same-prompt: keep object key order). Content that a later request
 * appends plays no part here.
 */
function feedEnvelope(hash: Sink, body: Buffer, { members, bearers }: Envelope): number {
  let bytes = 0;
  for (const member of members) {
    for (const key of bearers) if (key.start < member.start) feedBehind(hash, body, key);
    bytes += feedSpan(hash.update(PART.member), body, member, []);
  }
  for (const [at, key] of bearers.entries()) {
    const name = decodeString(body, key.start, key.end);
    if (bearers.slice(0, at).some((before) => decodeString(body, before.start, before.end) > name))
      feedBehind(hash, body, key);
  }
  return bytes;
}

function feedBehind(hash: Sink, body: Buffer, key: Span): void {
  hash.update(PART.behind).update(body.subarray(key.start, key.end));
}

function feedSpan(hash: Sink, body: Buffer, span: Span, holes: readonly Span[]): number {
  let bytes = 0;
  let start = span.start;
  for (const hole of holes) {
    bytes += feedTokens(hash, body, start, hole.start);
    start = hole.end;
  }
  return bytes + feedTokens(hash, body, start, span.end);
}

function feedTokens(hash: Sink, body: Buffer, from: number, end: number): number {
  let bytes = 0;
  let start = from;
  const feed = (until: number): void => {
    if (until > start) hash.update(body.subarray(start, until));
    bytes += until - start;
  };
  for (let at = from; at < end;) {
    if (body[at] === QUOTE) at = skipString(body, at);
    else if (isWhiteSpace(body[at])) {
      feed(at);
      while (at < end && isWhiteSpace(body[at])) at += 1;
      start = at;
    } else at += 1;
  }
  feed(end);
  return bytes;
}

/** The string of a text block without members except `type`, `text` and its breakpoint; the string itself if it is one. */
function plainText(body: Buffer, { kind, span }: Block): Span | null {
  if (kind !== "text") return null;
  return body[span.start] === QUOTE ? span : (textOf(body, span.start)?.text ?? null);
}

/** A text that may stand as a string: the whole block (`list` is null), or all that is in a tool result's list. */
type TextInPlace = { readonly text: Span; readonly list: Span | null };

function textInPlace(body: Buffer, { kind, span }: Block): TextInPlace | null {
  if (kind !== "text" && kind !== "tool-result") return null;
  if (body[span.start] === QUOTE) return { text: span, list: null };
  const own = textOf(body, span.start);
  if (own !== null) return own.inOrder ? { text: own.text, list: null } : null;
  return kind === "tool-result" ? answeredText(body, span.start) : null;
}

/** Of a tool result that holds a list of one plain text block: the list, and the string in it. */
function answeredText(body: Buffer, resultStart: number): TextInPlace | null {
  if (body[resultStart] !== OPEN_BRACE) return null;
  let found: TextInPlace | null = null;
  walkMembers(body, resultStart, (keyStart, keyEnd, start, end) => {
    if (body[start] !== OPEN_BRACKET || !stringIs(body, keyStart, keyEnd, "content")) return;
    const texts: (PlainText | null)[] = [];
    scanElements(body, start, (_, at) => {
      texts.push(textOf(body, at));
      return skipValue(body, at);
    });
    const [only = null] = texts;
    if (texts.length === 1 && only?.inOrder === true) found = { text: only.text, list: { start, end } };
  });
  return found;
}

/** `inOrder`: its type stands first, as it does where a string is taken for a block. */
type PlainText = { readonly text: Span; readonly inOrder: boolean };

function textOf(body: Buffer, blockStart: number): PlainText | null {
  if (body[blockStart] !== OPEN_BRACE) return null;
  let text: Span | null = null;
  let inOrder = true;
  let others = 0;
  walkMembers(body, blockStart, (keyStart, keyEnd, start, end) => {
    const name = decodeString(body, keyStart, keyEnd);
    if (name === "text" && body[start] === QUOTE) text = { start, end };
    else if (name === "type") inOrder &&= text === null;
    else if (name !== "cache_control") others += 1;
  });
  return text === null || others > 0 ? null : { text, inOrder };
}
