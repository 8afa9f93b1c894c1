import type { Block, Mark, Unit } from "../kernel/layout.ts";
import type { Span } from "../kernel/span.ts";
import { scanElements } from "../wire-scan/scan-container.ts";
import { skipValue } from "../wire-scan/skip-value.ts";
import { stringIs } from "../wire-scan/string-is.ts";
import { walkMembers } from "../wire-scan/walk-members.ts";
import { cutOut, cutWhiteSpace, type Pieces } from "./pieces.ts";
import { isOfItem, viewItem } from "../wires/openai-responses/view-item.ts";

/** The normalisations that work inside one unit; the others leave whole blocks out. */
export type UnitRule = "cache_control" | "token-whitespace" | "string-as-text-block" | "item-id-and-key-order";

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const QUOTE = 0x22;

/**
 * The raw bytes of a unit that are compared under `rules`: always bytes of the body, never a rendering of them. `other` is the
 * form of the other side's text. A text block is compared as a string only with a string; two blocks are compared as blocks,
 * including member order.
 */
export function viewUnit(body: Buffer, unit: Unit, rules: readonly UnitRule[], other: TextForm | null): Pieces {
  const marks = unit.unit === "block" && rules.includes("cache_control") ? unit.marks : NONE;
  let pieces = unit.unit === "envelope" ? unit.members : [markedSpan(unit)];
  if (rules.includes("item-id-and-key-order") && isOfItem(unit)) pieces = viewItem(body, unit);
  if (unit.unit === "block" && other === "string" && rules.includes("string-as-text-block")) {
    pieces = viewAsString(body, unit, marks, pieces) ?? pieces;
  }
  if (marks.length > 0) {
    pieces = cutOut(
      pieces,
      marks.map((mark) => mark.excision),
    );
  }
  return rules.includes("token-whitespace") ? cutWhiteSpace(body, pieces) : pieces;
}

const NONE: readonly Mark[] = [];

/** A block's span with the marks that stand before it (see Mark). */
export function markedSpan({ span, marks }: Block): Span {
  const [first] = marks;
  return first === undefined || first.excision.start >= span.start
    ? span
    : { start: first.excision.start, end: span.end };
}

/** How a system prompt, a message or a tool result writes its text. */
export type TextForm = "string" | "blocks";

/** The form of a block's text; null for a block without a choice of form. */
export function textForm(body: Buffer, unit: Unit): TextForm | null {
  if (unit.unit === "envelope") return null;
  if (unit.kind !== "text" && unit.kind !== "tool-result") return null;
  if (body[unit.span.start] === QUOTE) return "string";
  if (unit.kind === "text") return "blocks";
  let form: TextForm | null = null;
  walkMembers(body, unit.span.start, (keyStart, keyEnd, start) => {
    if (isAnswer(body, keyStart, keyEnd)) form = body[start] === QUOTE ? "string" : "blocks";
    // A part of what a tool answered, where the message itself is the result.
    else if (stringIs(body, keyStart, keyEnd, "text")) form ??= "blocks";
  });
  return form;
}

/** The output of a tool, by its names in Anthropic's format and in Responses. */
function isAnswer(body: Buffer, keyStart: number, keyEnd: number): boolean {
  return stringIs(body, keyStart, keyEnd, "content") || stringIs(body, keyStart, keyEnd, "output");
}

/** A plain text block as its string; a tool result that holds one plain text block with that string in its place. */
function viewAsString(body: Buffer, { kind, span }: Block, marks: readonly Mark[], pieces: Pieces): Pieces | null {
  if (body[span.start] !== OPEN_BRACE || (kind !== "text" && kind !== "tool-result")) return null;
  const text = plainText(body, span.start, marks);
  if (text !== null) return [text];
  if (kind === "text") return null;
  let viewed: Pieces | null = null;
  walkMembers(body, span.start, (keyStart, keyEnd, start, end) => {
    if (body[start] !== OPEN_BRACKET || !isAnswer(body, keyStart, keyEnd)) return;
    const only = onlyElementText(body, start, marks);
    if (only !== null) viewed = pieces.flatMap((piece) => putInPlace(piece, { start, end }, only));
  });
  return viewed;
}

function putInPlace(piece: Span, list: Span, text: Span): Pieces {
  if (list.start < piece.start || list.end > piece.end) return [piece];
  return [{ start: piece.start, end: list.start }, text, { start: list.end, end: piece.end }];
}

function onlyElementText(body: Buffer, arrayStart: number, marks: readonly Mark[]): Span | null {
  const texts: (Span | null)[] = [];
  scanElements(body, arrayStart, (_index, at) => {
    texts.push(body[at] === OPEN_BRACE ? plainText(body, at, marks) : null);
    return skipValue(body, at);
  });
  const [text = null] = texts;
  return texts.length === 1 ? text : null;
}

/** The span of `text` in a block with no members except its type, `text` and ignored breakpoints. */
function plainText(body: Buffer, start: number, marks: readonly Mark[]): Span | null {
  let text: Span | null = null;
  let others = 0;
  walkMembers(body, start, (keyStart, keyEnd, valueStart, valueEnd) => {
    const isString = body[valueStart] === QUOTE;
    if (isString && stringIs(body, keyStart, keyEnd, "text")) text = { start: valueStart, end: valueEnd };
    else if (isString && stringIs(body, keyStart, keyEnd, "type")) {
      if (!TEXT_TYPES.some((type) => stringIs(body, valueStart, valueEnd, type))) others += 1;
    } else if (!marks.some(({ value }) => value.start === valueStart)) others += 1;
  });
  return others === 0 ? text : null;
}

/** Of Anthropic and Chat Completions; of Responses. */
const TEXT_TYPES: readonly string[] = ["text", "input_text", "output_text"];
