import type { Block, BlockKind, Mark, Segment } from "../../kernel/layout.ts";
import { scanElements, scanMembers } from "../../wire-scan/scan-container.ts";
import { skipValue } from "../../wire-scan/skip-value.ts";
import { stringIs } from "../../wire-scan/string-is.ts";
import { blockKind } from "./block-kind.ts";
import { readMark } from "./read-mark.ts";

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const QUOTE = 0x22;
const LETTER_T = 0x74;

/** Where a block stands: its segment, its JSON pointer, and its message's index (-1 outside messages). */
export type Place = { readonly segment: Segment; readonly pointer: string; readonly message: number };

/** Lays out one element of tools, system or a message's content, which starts at `start`. */
export function layOutBlock(body: Buffer, start: number, place: Place): Block {
  if (body[start] !== OPEN_BRACE) return plainBlock(place, start, skipValue(body, start), "other");
  let kind = unknownKind(place.segment);
  let deferred = false;
  let own: readonly Mark[] = NONE;
  let nested: readonly Mark[] = NONE;
  let previousEnd = -1;
  const end = scanMembers(body, start, (keyStart, keyEnd, valueStart) => {
    const isArray = body[valueStart] === OPEN_BRACKET;
    let valueEnd: number;
    if (isArray && stringIs(body, keyStart, keyEnd, "content")) {
      const found: Mark[] = [];
      valueEnd = readNestedMarks(body, valueStart, `${place.pointer}/content`, found);
      nested = found;
    } else valueEnd = skipValue(body, valueStart);
    if (body[valueStart] === QUOTE) {
      if (kind === "other" && stringIs(body, keyStart, keyEnd, "type")) kind = blockKind(body, valueStart, valueEnd);
    } else if (stringIs(body, keyStart, keyEnd, "cache_control")) {
      own = [readMark(body, place.pointer, { previousEnd, keyStart, valueStart, valueEnd })];
    } else if (stringIs(body, keyStart, keyEnd, "defer_loading")) deferred = body[valueStart] === LETTER_T;
    previousEnd = valueEnd;
    return valueEnd;
  });
  return {
    unit: "block",
    segment: place.segment,
    pointer: place.pointer,
    message: place.message,
    span: { start, end },
    kind,
    // Only a tool result's content holds blocks that may be marked; elsewhere `content` is somebody's data. Marks stand
    // in body order, whichever of the two is written first.
    marks: kind === "tool-result" && nested.length > 0 ? [...nested, ...own].sort(byPlace) : own,
    deferred,
  };
}

/** A block without members: a plain string, or something that no provider would take. */
export function plainBlock(place: Place, start: number, end: number, kind: BlockKind): Block {
  return { unit: "block", ...place, span: { start, end }, kind, marks: NONE, deferred: false };
}

const NONE: readonly Mark[] = [];

function unknownKind(segment: Segment): BlockKind {
  return segment === "tools" ? "tool" : "other";
}

function readNestedMarks(body: Buffer, arrayStart: number, pointer: string, into: Mark[]): number {
  return scanElements(body, arrayStart, (index, at) => {
    if (body[at] !== OPEN_BRACE) return skipValue(body, at);
    let previousEnd = -1;
    return scanMembers(body, at, (keyStart, keyEnd, valueStart) => {
      const valueEnd = skipValue(body, valueStart);
      if (stringIs(body, keyStart, keyEnd, "cache_control")) {
        into.push(readMark(body, `${pointer}/${index}`, { previousEnd, keyStart, valueStart, valueEnd }));
      }
      previousEnd = valueEnd;
      return valueEnd;
    });
  });
}

function byPlace(left: Mark, right: Mark): number {
  return left.value.start - right.value.start;
}
