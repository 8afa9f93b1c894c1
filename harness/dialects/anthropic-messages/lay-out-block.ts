import type { Block, BlockKind, Mark, Segment } from "../../kernel/layout.ts";
import { decodeString } from "../../wire-scan/decode-string.ts";
import { scanElements, scanMembers } from "../../wire-scan/scan-container.ts";
import { skipValue } from "../../wire-scan/skip-value.ts";
import { MarkReader } from "./mark-reader.ts";

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const QUOTE = 0x22;
const LETTER_T = 0x74;

type Place = { readonly segment: Segment; readonly pointer: string; readonly message: number };

/** Lays out one element of tools, system or a message's content, which starts at `start`. */
export function layOutBlock(body: Buffer, start: number, place: Place): Block {
  if (body[start] !== OPEN_BRACE) {
    const span = { start, end: skipValue(body, start) };
    return { unit: "block", ...place, span, kind: "other", marks: [], deferred: false };
  }
  let type: string | null = null;
  let deferred = false;
  let nested: readonly Mark[] = [];
  const marks = new MarkReader(body, place.pointer);
  const end = scanMembers(body, start, (keyStart, keyEnd, valueStart) => {
    const name = decodeString(body, keyStart, keyEnd);
    let valueEnd: number;
    if (name === "content" && body[valueStart] === OPEN_BRACKET) {
      const found: Mark[] = [];
      valueEnd = readNestedMarks(body, valueStart, `${place.pointer}/content`, found);
      nested = found;
    } else valueEnd = skipValue(body, valueStart);
    if (name === "type" && body[valueStart] === QUOTE) type = decodeString(body, valueStart, valueEnd);
    if (name === "defer_loading") deferred = body[valueStart] === LETTER_T;
    marks.see(name, keyStart, valueStart, valueEnd);
    return valueEnd;
  });
  const kind = place.segment === "tools" ? "tool" : blockKind(type);
  const own = marks.done();
  return {
    unit: "block",
    ...place,
    span: { start, end },
    kind,
    // Only a tool result's content holds blocks that may be marked; elsewhere `content` is somebody's data.
    marks: kind === "tool-result" && nested.length > 0 ? [...nested, ...own] : own,
    deferred,
  };
}

function readNestedMarks(body: Buffer, arrayStart: number, pointer: string, into: Mark[]): number {
  return scanElements(body, arrayStart, (index, at) => {
    if (body[at] !== OPEN_BRACE) return skipValue(body, at);
    const marks = new MarkReader(body, `${pointer}/${index}`);
    const end = scanMembers(body, at, (keyStart, keyEnd, valueStart) => {
      const valueEnd = skipValue(body, valueStart);
      marks.see(decodeString(body, keyStart, keyEnd), keyStart, valueStart, valueEnd);
      return valueEnd;
    });
    into.push(...marks.done());
    return end;
  });
}

function blockKind(type: string | null): BlockKind {
  switch (type) {
    case "text":
      return "text";
    case "tool_use":
    case "server_tool_use":
    case "mcp_tool_use":
      return "tool-use";
    case "thinking":
    case "redacted_thinking":
      return "thinking";
    case "image":
    case "document":
      return "media";
    case null:
      return "other";
    default:
      return type.endsWith("tool_result") ? "tool-result" : "other";
  }
}
