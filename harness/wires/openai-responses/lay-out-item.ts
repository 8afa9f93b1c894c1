import type { Block, Envelope, Mark, Unit } from "../../kernel/layout.ts";
import { scanElements } from "../../wire-scan/scan-container.ts";
import { skipString } from "../../wire-scan/skip-string.ts";
import { skipValue } from "../../wire-scan/skip-value.ts";
import { decodeName, stringIs } from "../../wire-scan/string-is.ts";
import { callBlock, layoutBlock, plainBlock } from "../shared/layout/layout-block.ts";
import { layoutEnvelope, NOT_CONTENT } from "../shared/layout/layout-envelope.ts";
import { layoutTools } from "../shared/layout/layout-list.ts";
import type { ReusableLayout } from "../shared/layout/reusable-layout.ts";
import { itemKind, spelling } from "./spelling.ts";

const OPEN_BRACKET = 0x5b;
const QUOTE = 0x22;

/** A member of an item: where its key and its value start. */
type Member = { readonly keyStart: number; readonly valueStart: number };

type Item = {
  /** Every member but the content. */
  readonly envelope: Envelope;
  readonly type: string | null;
  /** The starts of the strings that hold its type and its call's id; -1 for a missing one. */
  readonly typeAt: number;
  readonly callAt: number;
  /** Its content parts, as if it were a message. */
  readonly parts: readonly Block[];
  /** The list of tools that it brings. */
  readonly tools: Member | null;
  /** The list of parts that a tool answered. */
  readonly output: Member | null;
};

/**
 * Lays out the input item that starts at `start`. A message is an envelope and its content parts; any other item is one
 * block. System and developer items that the input begins with are its system prompt. Tools that the first items bring are
 * declared tools; those that a later item brings stand where it stands. Returns the offset behind the item.
 */
export function layoutItem(
  body: Buffer,
  start: number,
  message: number,
  known: ReusableLayout | null,
  into: { readonly tools: Unit[]; readonly system: Unit[]; readonly messages: Unit[] },
): number {
  const pointer = `/input/${message}`;
  const item = readItem(body, start, { pointer, message });
  const { envelope, type, parts, tools } = item;
  const leads = into.messages.every(bringsTools);
  if (type === "additional_tools" && tools !== null && parts.length === 0 && leads && !into.system.some(isEnvelope)) {
    layoutTools(body, tools.valueStart, { pointer: `${pointer}/tools`, spelling, known }, into.tools);
    const members = envelope.members.filter((member) => member.start !== tools.keyStart);
    const key = { start: tools.keyStart, end: skipString(body, tools.keyStart) };
    into.messages.push({ ...envelope, members, bearers: [key] });
    return envelope.span.end;
  }
  const isMessage = type === "message" || (type === null && envelope.role !== "");
  const units = isMessage ? [envelope, ...parts] : [bare(envelope), wholeItem(body, item)];
  if (leads && (envelope.role === "system" || envelope.role === "developer"))
    for (const unit of units) into.system.push({ ...unit, segment: "system" });
  else into.messages.push(...units);
  return envelope.span.end;
}

/** The types of most items. */
const TYPES = ["message", "function_call", "function_call_output", "reasoning"] as const;

/** The envelope of an item whose members are all part of its block. */
function bare({ unit, segment, pointer, span, role, message }: Envelope): Envelope {
  return { unit, segment, pointer, span, members: NONE, bearers: NONE, role, message };
}

const NONE: readonly never[] = [];

/** One pass, whatever the item turns out to be: its type may stand behind its content. */
function readItem(body: Buffer, start: number, at: { readonly pointer: string; readonly message: number }): Item {
  let type: string | null = null;
  let [typeAt, callAt] = [-1, -1];
  let parts: readonly Block[] = [];
  let tools: Member | null = null;
  let output: Member | null = null;
  const envelope = layoutEnvelope(body, start, at, (keyStart, keyEnd, valueStart) => {
    const isList = body[valueStart] === OPEN_BRACKET;
    if (!isList && body[valueStart] !== QUOTE) return NOT_CONTENT;
    if (stringIs(body, keyStart, keyEnd, "content")) {
      const content = layoutContent(body, valueStart, at);
      parts = content.parts;
      return content.end;
    }
    if (!isList) {
      if (stringIs(body, keyStart, keyEnd, "type")) {
        type = decodeName(body, valueStart, skipValue(body, valueStart), TYPES);
        typeAt = valueStart;
      } else if (stringIs(body, keyStart, keyEnd, "call_id")) callAt = valueStart;
    } else if (stringIs(body, keyStart, keyEnd, "tools")) tools = { keyStart, valueStart };
    else if (stringIs(body, keyStart, keyEnd, "output")) output = { keyStart, valueStart };
    return NOT_CONTENT;
  });
  return { envelope, type, typeAt, callAt, parts, tools, output };
}

/** A string is one part. */
function layoutContent(
  body: Buffer,
  start: number,
  at: { readonly pointer: string; readonly message: number },
  list = "content",
): { readonly parts: readonly Block[]; readonly end: number } {
  const place = { segment: "messages", pointer: `${at.pointer}/${list}`, message: at.message } as const;
  if (body[start] === QUOTE) {
    const end = skipValue(body, start);
    return { parts: [plainBlock(place, start, end, "text")], end };
  }
  const parts: Block[] = [];
  const end = scanElements(body, start, (index, partStart) => {
    const part = layoutBlock(body, partStart, { ...place, pointer: `${place.pointer}/${index}` }, spelling);
    parts.push(part);
    return part.span.end;
  });
  return { parts, end };
}

/** An item as one block; parts of its content and of its output may be marked. */
function wholeItem(body: Buffer, { envelope, type, typeAt, callAt, parts, output }: Item): Block {
  const answered = output === null ? [] : layoutContent(body, output.valueStart, envelope, "output").parts;
  const { pointer, message, span } = envelope;
  const kind = type === null ? "other" : itemKind(type);
  const marks: readonly Mark[] = [...parts, ...answered].flatMap((part) => part.marks);
  const block = callBlock({ segment: "messages", pointer, message }, span.start, kind, {
    end: span.end,
    callAt,
    typeAt,
  });
  return marks.length > 0 ? { ...block, marks } : block;
}

function isEnvelope({ unit }: Unit): boolean {
  return unit === "envelope";
}

/** Whether a unit is what is left of an item whose tools are declared tools: a message without content bears nothing. */
function bringsTools(unit: Unit): boolean {
  return unit.unit === "envelope" && unit.bearers.length > 0;
}
