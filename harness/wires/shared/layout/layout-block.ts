import type { Block, BlockKind, Mark, Segment, Unit } from "../../../kernel/layout.ts";
import { firstKey, nextKey, scanElements, scanMembers, valueBehind } from "../../../wire-scan/scan-container.ts";
import { skipString } from "../../../wire-scan/skip-string.ts";
import { skipValue } from "../../../wire-scan/skip-value.ts";
import { skipWhiteSpace } from "../../../wire-scan/skip-white-space.ts";
import { stringIs } from "../../../wire-scan/string-is.ts";
import type { CallName } from "../../read-call-name.ts";
import { readMark } from "./read-mark.ts";

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACE = 0x7d;
const CLOSE_BRACKET = 0x5d;
const QUOTE = 0x22;
const LETTER_N = 0x6e;
const LETTER_T = 0x74;

/** Where a block stands: its segment, its JSON pointer, and its message's index (-1 outside messages). */
export type Place = { readonly segment: Segment; readonly pointer: string; readonly message: number };

/** How a wire spells blocks that say their kind in `type`. */
export type BlockSpelling = {
  /** The kind of a block, from the raw span of its `type`. */
  readonly kindOf: (body: Buffer, typeStart: number, typeEnd: number) => BlockKind;
  /** Members that are breakpoints. */
  readonly marks: readonly string[];
  /** Members that name the call which a block is, and the one which it answers, where blocks are such. */
  readonly calls?: { readonly call: string; readonly result: string };
};

/** Lays out one element of tools, system or a message's content, which starts at `start`. */
export function layoutBlock(body: Buffer, start: number, place: Place, spelling: BlockSpelling): Block {
  if (body[start] !== OPEN_BRACE) return plainBlock(place, start, skipValue(body, start), "other");
  let kind = unknownKind(place.segment);
  let deferred = false;
  let own: Mark[] | null = null;
  let inContent: readonly Mark[] = NONE;
  let inSource: readonly Mark[] = NONE;
  let previousEnd = -1;
  let [typeAt, callAt, resultAt] = [NOWHERE, NOWHERE, NOWHERE];
  const { calls } = spelling;
  let keyStart = firstKey(body, start);
  for (let valueEnd = -1; keyStart >= 0; keyStart = nextKey(body, valueEnd)) {
    const keyEnd = skipString(body, keyStart);
    const valueStart = valueBehind(body, keyEnd);
    const isArray = body[valueStart] === OPEN_BRACKET;
    if (isArray && stringIs(body, keyStart, keyEnd, "content")) {
      const found: Mark[] = [];
      valueEnd = readNestedMarks(body, valueStart, `${place.pointer}/content`, spelling, found);
      inContent = found;
    } else if (body[valueStart] === OPEN_BRACE && stringIs(body, keyStart, keyEnd, "source")) {
      const found: Mark[] = [];
      valueEnd = readSourceMarks(body, valueStart, `${place.pointer}/source`, spelling, found);
      inSource = found;
    } else valueEnd = skipValue(body, valueStart);
    if (body[valueStart] === QUOTE) {
      if (stringIs(body, keyStart, keyEnd, "type")) {
        if (kind === "other") kind = spelling.kindOf(body, valueStart, valueEnd);
        typeAt = valueStart;
      } else if (calls !== undefined) {
        if (stringIs(body, keyStart, keyEnd, calls.call)) callAt = valueStart;
        else if (stringIs(body, keyStart, keyEnd, calls.result)) resultAt = valueStart;
      }
    } else {
      const mark = spelling.marks.find((name) => stringIs(body, keyStart, keyEnd, name));
      if (mark !== undefined) {
        const at = { previousEnd, keyStart, valueStart, valueEnd };
        (own ??= []).push(readMark(body, `${place.pointer}/${mark}`, at));
        // Behind marks alone the next member is the first that stays, so a mark that follows is cut out as the first too.
        if (previousEnd === -1) continue;
      } else if (stringIs(body, keyStart, keyEnd, "defer_loading")) deferred = body[valueStart] === LETTER_T;
    }
    previousEnd = valueEnd;
  }
  const end = ~keyStart;
  // Only a tool result's content and a document's source hold blocks that may be marked; elsewhere they are somebody's data.
  const nested = kind === "tool-result" ? inContent : kind === "media" ? inSource : NONE;
  return {
    unit: "block",
    segment: place.segment,
    pointer: place.pointer,
    message: place.message,
    span: { start, end },
    kind,
    // In body order, whichever of the members is written first.
    marks: nested.length > 0 ? [...nested, ...(own ?? NONE)].sort(byPlace) : (own ?? NONE),
    deferred,
    callAt: kind === "tool-use" ? callAt : kind === "tool-result" ? resultAt : NOWHERE,
    typeAt,
  };
}

/** A block without members: a plain string, or something that no provider would take. */
export function plainBlock(place: Place, start: number, end: number, kind: BlockKind): Block {
  return callBlock(place, start, kind, { end, callAt: NOWHERE, typeAt: NOWHERE });
}

/** A block whose members only the client reads, with the id of its call. */
export function callBlock(
  { segment, pointer, message }: Place,
  start: number,
  kind: BlockKind,
  { end, callAt, typeAt }: CallName,
): Block {
  // Members in one order, so that all blocks are of one shape to the engine.
  return {
    unit: "block",
    segment,
    pointer,
    message,
    span: { start, end },
    kind,
    marks: NONE,
    deferred: false,
    callAt,
    typeAt,
  };
}

/**
 * A segment whose value does not have the wire format's type: one block of unknown kind, so that no byte of it is overlooked. A
 * value that renders to nothing counts as missing.
 */
export function layoutUnknownBlock(body: Buffer, start: number, place: Place, into: Unit[]): number {
  const end = skipValue(body, start);
  if (!isNothing(body, start)) into.push(plainBlock(place, start, end, "other"));
  return end;
}

/** Null, and what holds nothing: an empty list, an object without members. */
export function isNothing(body: Buffer, start: number): boolean {
  const opens = body[start];
  if (opens !== OPEN_BRACKET && opens !== OPEN_BRACE) return opens === LETTER_N;
  const next = body[skipWhiteSpace(body, start + 1)];
  return next === (opens === OPEN_BRACE ? CLOSE_BRACE : CLOSE_BRACKET);
}

const NONE: readonly Mark[] = [];
const NOWHERE = -1;

function unknownKind(segment: Segment): BlockKind {
  return segment === "tools" ? "tool" : "other";
}

function readNestedMarks(
  body: Buffer,
  arrayStart: number,
  pointer: string,
  spelling: BlockSpelling,
  into: Mark[],
): number {
  return scanElements(body, arrayStart, (index, at) =>
    body[at] === OPEN_BRACE ? readMarks(body, at, `${pointer}/${index}`, spelling, into) : skipValue(body, at),
  );
}

/** The marks of the blocks that a document consists of (`source.content`); returns the end of its source. */
function readSourceMarks(body: Buffer, start: number, pointer: string, spelling: BlockSpelling, into: Mark[]): number {
  return scanMembers(body, start, (keyStart, keyEnd, valueStart) =>
    body[valueStart] === OPEN_BRACKET && stringIs(body, keyStart, keyEnd, "content")
      ? readNestedMarks(body, valueStart, `${pointer}/content`, spelling, into)
      : skipValue(body, valueStart),
  );
}

/** The marks of the object that starts at `start`; returns its end. */
function readMarks(body: Buffer, start: number, pointer: string, { marks }: BlockSpelling, into: Mark[]): number {
  let previousEnd = -1;
  return scanMembers(body, start, (keyStart, keyEnd, valueStart) => {
    const valueEnd = skipValue(body, valueStart);
    const mark = body[valueStart] === QUOTE ? undefined : marks.find((name) => stringIs(body, keyStart, keyEnd, name));
    if (mark !== undefined) {
      into.push(readMark(body, `${pointer}/${mark}`, { previousEnd, keyStart, valueStart, valueEnd }));
    }
    if (mark === undefined || previousEnd !== -1) previousEnd = valueEnd;
    return valueEnd;
  });
}

function byPlace(left: Mark, right: Mark): number {
  return left.value.start - right.value.start;
}
