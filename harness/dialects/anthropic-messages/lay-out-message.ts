import type { Block, Unit } from "../../kernel/layout.ts";
import type { Span } from "../../kernel/span.ts";
import { decodeString } from "../../wire-scan/decode-string.ts";
import { scanElements, scanMembers } from "../../wire-scan/scan-container.ts";
import { skipValue } from "../../wire-scan/skip-value.ts";
import { stringIs } from "../../wire-scan/string-is.ts";
import { layOutBlock, plainBlock } from "./lay-out-block.ts";

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const QUOTE = 0x22;

/** Lays out the message that starts at `start`: its envelope, then its content blocks. Returns the offset behind it. */
export function layOutMessage(body: Buffer, start: number, index: number, into: Unit[]): number {
  const pointer = `/messages/${index}`;
  if (body[start] !== OPEN_BRACE) {
    const end = skipValue(body, start);
    into.push({
      unit: "envelope",
      segment: "messages",
      pointer,
      span: { start, end },
      members: [{ start, end }],
      role: "",
      message: index,
    });
    return end;
  }
  let role = "";
  const members: Span[] = [];
  let blocks: Block[] = [];
  const end = scanMembers(body, start, (keyStart, keyEnd, valueStart) => {
    if (stringIs(body, keyStart, keyEnd, "content")) {
      blocks = [];
      return layOutContent(body, valueStart, index, blocks);
    }
    const valueEnd = skipValue(body, valueStart);
    members.push({ start: keyStart, end: valueEnd });
    if (body[valueStart] === QUOTE && stringIs(body, keyStart, keyEnd, "role"))
      role = readRole(body, valueStart, valueEnd);
    return valueEnd;
  });
  into.push({ unit: "envelope", segment: "messages", pointer, span: { start, end }, members, role, message: index });
  for (const block of blocks) into.push(block);
  return end;
}

/** A string is one text block; an array holds blocks; anything else is kept as one block that nobody knows. */
function layOutContent(body: Buffer, start: number, message: number, into: Block[]): number {
  const pointer = `/messages/${message}/content`;
  if (body[start] === OPEN_BRACKET) {
    return scanElements(body, start, (index, at) => {
      const block = layOutBlock(body, at, { segment: "messages", pointer: `${pointer}/${index}`, message });
      into.push(block);
      return block.span.end;
    });
  }
  const end = skipValue(body, start);
  into.push(
    plainBlock({ segment: "messages", pointer, message }, start, end, body[start] === QUOTE ? "text" : "other"),
  );
  return end;
}

function readRole(body: Buffer, start: number, end: number): string {
  for (const role of ["user", "assistant"]) if (stringIs(body, start, end, role)) return role;
  return decodeString(body, start, end);
}
