import type { Block, BlockKind, Mark } from "../../kernel/layout.ts";
import { scanElements, scanMembers } from "../../wire-scan/scan-container.ts";
import { skipValue } from "../../wire-scan/skip-value.ts";
import { stringIs } from "../../wire-scan/string-is.ts";
import { callBlock, layoutUnknownBlock, type Place, plainBlock } from "../shared/layout/layout-block.ts";
import { readCallName } from "../read-call-name.ts";
import { readTtl } from "../shared/layout/read-mark.ts";

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;

/**
 * Lays out the list at `place`, which starts at `start`. A breakpoint is an element of its own here (`cachePoint`): it belongs to
 * the block before it, whose span includes it, so that cutting it out leaves that block. With no block before it, it is a leading
 * breakpoint of the block behind it, and lies before its span. In a message without blocks it is a block of unknown kind, and in
 * an empty list of tools or an empty system prompt it marks nothing. Returns the offset behind the list.
 */
export function layoutMarkedList(body: Buffer, start: number, place: Place, into: Block[]): number {
  if (body[start] !== OPEN_BRACKET) return layoutUnknownBlock(body, start, place, into);
  let leading: LeadingBreakpoint[] = [];
  let previousEnd = -1;
  const end = scanElements(body, start, (index, at) => {
    const { segment, pointer, message } = place;
    const { block, cachePoint } = readElement(body, at, { segment, pointer: `${pointer}/${index}`, message });
    const marked = into.at(-1);
    if (cachePoint === null && leading.length === 0) into.push(block);
    else if (cachePoint === null) {
      into.push({ ...block, marks: leading.map(({ mark }, nth) => upTo(mark, leading[nth + 1]?.block ?? block)) });
      leading = [];
    } else {
      const mark = markOf(body, block, cachePoint, marked === undefined ? at : previousEnd);
      if (marked === undefined) leading.push({ mark, block });
      else {
        const span = { start: marked.span.start, end: block.span.end };
        into[into.length - 1] = { ...marked, span, marks: [...marked.marks, mark] };
      }
    }
    previousEnd = block.span.end;
    return previousEnd;
  });
  if (place.segment === "messages") for (const { block } of leading) into.push(block);
  return end;
}

/** A breakpoint before any block, and the element that it is. */
type LeadingBreakpoint = { readonly mark: Mark; readonly block: Block };

function markOf(body: Buffer, { pointer, span }: Block, cachePoint: number, from: number): Mark {
  return {
    pointer: `${pointer}/cachePoint`,
    excision: { start: from, end: span.end },
    value: { start: cachePoint, end: skipValue(body, cachePoint) },
    ttl: readTtl(body, cachePoint),
  };
}

/** With the comma that parts it from what follows. */
function upTo(mark: Mark, { span }: Block): Mark {
  return { ...mark, excision: { start: mark.excision.start, end: span.start } };
}

/** An element as a block, and where its `cachePoint` starts if it is one. Its member shows what it is. */
function readElement(
  body: Buffer,
  start: number,
  place: Place,
): { readonly block: Block; readonly cachePoint: number | null } {
  let kind: BlockKind = place.segment === "tools" ? "tool" : "other";
  if (body[start] !== OPEN_BRACE) {
    return { block: plainBlock(place, start, skipValue(body, start), kind), cachePoint: null };
  }
  let cachePoint: number | null = null;
  let [callAt, typeAt] = [-1, -1];
  const end = scanMembers(body, start, (keyStart, keyEnd, valueStart) => {
    if (stringIs(body, keyStart, keyEnd, "cachePoint")) cachePoint = valueStart;
    else if (kind === "other") kind = KINDS.find(([name]) => stringIs(body, keyStart, keyEnd, name))?.[1] ?? "other";
    if (body[valueStart] !== OPEN_BRACE || !isCall(body, keyStart, keyEnd)) return skipValue(body, valueStart);
    const named = readCallName(body, valueStart, "toolUseId");
    ({ callAt, typeAt } = named);
    return named.end;
  });
  return { block: callBlock(place, start, kind, { end, callAt, typeAt }), cachePoint };
}

/** The members that wrap a call or a result. */
function isCall(body: Buffer, keyStart: number, keyEnd: number): boolean {
  return stringIs(body, keyStart, keyEnd, "toolUse") || stringIs(body, keyStart, keyEnd, "toolResult");
}

const KINDS: readonly (readonly [member: string, kind: BlockKind])[] = [
  ["text", "text"],
  ["toolUse", "tool-use"],
  ["toolResult", "tool-result"],
  ["reasoningContent", "thinking"],
  ["image", "media"],
  ["document", "media"],
  ["video", "media"],
  ["audio", "media"],
];
