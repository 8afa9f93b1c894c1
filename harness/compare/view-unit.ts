import type { Block, Unit } from "../kernel/layout.ts";
import type { Span } from "../kernel/span.ts";
import { scanElements } from "../wire-scan/scan-container.ts";
import { skipValue } from "../wire-scan/skip-value.ts";
import { stringIs } from "../wire-scan/string-is.ts";
import { walkMembers } from "../wire-scan/walk-members.ts";
import { cutOut, cutWhiteSpace, type Pieces } from "./pieces.ts";

/** The normalisations that work inside one unit; the others leave whole blocks out. */
export type UnitRule = "cache_control" | "string-as-text-block" | "token-whitespace";

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const QUOTE = 0x22;

/**
 * What of a unit's raw bytes is compared under `rules`: always bytes of the body, never a rendering of them. `other` is
 * how the other side writes its text: a text block is looked at as a string only beside a string, so that two blocks
 * are compared as blocks, member order and all.
 */
export function viewUnit(body: Buffer, unit: Unit, rules: readonly UnitRule[], other: TextForm | null): Pieces {
  const ignoresMarks = rules.includes("cache_control");
  let pieces = unit.unit === "envelope" ? unit.members : [unit.span];
  if (unit.unit === "block") {
    if (other === "string" && rules.includes("string-as-text-block")) pieces = viewAsString(body, unit, ignoresMarks);
    if (ignoresMarks) {
      pieces = cutOut(
        pieces,
        unit.marks.map((mark) => mark.excision),
      );
    }
  }
  return rules.includes("token-whitespace") ? cutWhiteSpace(body, pieces) : pieces;
}

/** How a message or a tool result writes its text. */
export type TextForm = "string" | "blocks";

/** The form of a block's text; null for a block that has none to choose. */
export function textForm(body: Buffer, unit: Unit): TextForm | null {
  if (unit.unit === "envelope" || unit.segment !== "messages") return null;
  if (unit.kind === "text") return body[unit.span.start] === QUOTE ? "string" : "blocks";
  if (unit.kind !== "tool-result") return null;
  let form: TextForm | null = null;
  walkMembers(body, unit.span.start, (keyStart, keyEnd, start) => {
    if (stringIs(body, keyStart, keyEnd, "content")) form = body[start] === QUOTE ? "string" : "blocks";
  });
  return form;
}

/** A plain text block as its string; a tool result whose content is one plain text block with that string as content. */
function viewAsString(body: Buffer, block: Block, ignoresMarks: boolean): Pieces {
  if (body[block.span.start] !== OPEN_BRACE) return [block.span];
  if (block.kind === "text") return [plainText(body, block.span.start, ignoresMarks) ?? block.span];
  if (block.kind !== "tool-result") return [block.span];
  let pieces: Pieces = [block.span];
  walkMembers(body, block.span.start, (keyStart, keyEnd, start, end) => {
    if (body[start] !== OPEN_BRACKET || !stringIs(body, keyStart, keyEnd, "content")) return;
    const text = onlyElementText(body, start, ignoresMarks);
    if (text !== null) pieces = [{ start: block.span.start, end: start }, text, { start: end, end: block.span.end }];
  });
  return pieces;
}

function onlyElementText(body: Buffer, arrayStart: number, ignoresMarks: boolean): Span | null {
  const texts: (Span | null)[] = [];
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
    const isString = body[valueStart] === QUOTE;
    if (isString && stringIs(body, keyStart, keyEnd, "text")) text = { start: valueStart, end: valueEnd };
    else if (isString && stringIs(body, keyStart, keyEnd, "type")) {
      if (!stringIs(body, valueStart, valueEnd, "text")) others += 1;
    } else if (!ignoresMarks || !stringIs(body, keyStart, keyEnd, "cache_control")) others += 1;
  });
  return others === 0 ? text : null;
}
