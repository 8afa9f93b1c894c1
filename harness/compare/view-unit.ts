import type { Block, Unit } from "../kernel/layout.ts";
import type { Span } from "../kernel/span.ts";
import { decodeString } from "../wire-scan/decode-string.ts";
import { scanElements } from "../wire-scan/scan-container.ts";
import { skipValue } from "../wire-scan/skip-value.ts";
import { walkMembers } from "../wire-scan/walk-members.ts";
import { cutOut, cutWhiteSpace, type Pieces } from "./pieces.ts";

/** The normalisations that work inside one unit; the others leave whole blocks out. */
export type UnitRule = "cache_control" | "string-as-text-block" | "token-whitespace";

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const QUOTE = 0x22;

/** What of a unit's raw bytes is compared under `rules`: always bytes of the body, never a rendering of them. */
export function viewUnit(body: Buffer, unit: Unit, rules: readonly UnitRule[]): Pieces {
  const ignoresMarks = rules.includes("cache_control");
  let pieces = unit.unit === "envelope" ? unit.members : [unit.span];
  if (unit.unit === "block") {
    if (rules.includes("string-as-text-block")) pieces = viewAsString(body, unit, ignoresMarks);
    if (ignoresMarks) {
      pieces = cutOut(
        pieces,
        unit.marks.map((mark) => mark.excision),
      );
    }
  }
  return rules.includes("token-whitespace") ? cutWhiteSpace(body, pieces) : pieces;
}

/** A plain text block as its string; a tool result whose content is one plain text block with that string as content. */
function viewAsString(body: Buffer, block: Block, ignoresMarks: boolean): Pieces {
  if (block.segment !== "messages" || body[block.span.start] !== OPEN_BRACE) return [block.span];
  if (block.kind === "text") return [plainText(body, block.span.start, ignoresMarks) ?? block.span];
  if (block.kind !== "tool-result") return [block.span];
  let pieces: Pieces = [block.span];
  walkMembers(body, block.span.start, (keyStart, keyEnd, start, end) => {
    if (body[start] !== OPEN_BRACKET || decodeString(body, keyStart, keyEnd) !== "content") return;
    const text = onlyElementText(body, start, ignoresMarks);
    if (text !== null) pieces = [{ start: block.span.start, end: start }, text, { start: end, end: block.span.end }];
  });
  return pieces;
}

function onlyElementText(body: Buffer, arrayStart: number, ignoresMarks: boolean): Span | null {
  let texts: (Span | null)[] = [];
  scanElements(body, arrayStart, (_index, at) => {
    texts.push(body[at] === OPEN_BRACE ? plainText(body, at, ignoresMarks) : null);
    return skipValue(body, at);
  });
  const [text = null] = texts;
  return texts.length === 1 ? text : null;
}

/** The span of `text` in a block that has no member beside `type: "text"` and `text` (and its mark, where those are ignored). */
function plainText(body: Buffer, start: number, ignoresMarks: boolean): Span | null {
  let text: Span | null = null;
  let others = 0;
  walkMembers(body, start, (keyStart, keyEnd, valueStart, valueEnd) => {
    const name = decodeString(body, keyStart, keyEnd);
    if (name === "text" && body[valueStart] === QUOTE) text = { start: valueStart, end: valueEnd };
    else if (name === "type") {
      if (body[valueStart] !== QUOTE || decodeString(body, valueStart, valueEnd) !== "text") others += 1;
    } else if (name !== "cache_control" || !ignoresMarks) others += 1;
  });
  return others === 0 ? text : null;
}
