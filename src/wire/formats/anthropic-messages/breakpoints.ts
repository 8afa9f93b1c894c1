import { applyEdits, removeMembers, setMember } from "../../apply-edits.ts";
import { isJsonObject, parseJsonObject, type JsonObject } from "../../json-object.ts";
import { readElements } from "../../read-elements.ts";
import { lastMember, readObject } from "../../read-object.ts";
import type { Breakpoints } from "../../wire-format.ts";
import type { Span } from "../../span.ts";
import { findMarks, type Mark } from "./find-marks.ts";

/** The API takes four marks in a request (harness/providers/FACTS.md#anthropic-prefix). */
const most = 4;

const mark = '{"type":"ephemeral"}';

export const anthropicBreakpoints: Breakpoints = {
  survey: ({ parts, historyEnd }, own) => {
    const marks = findMarks(parts);
    // Without a mark of its sender no cache is paid for. Its automatic one moves with each turn.
    if (marks.length === 0 || marks.some(({ depth }) => depth === 1)) return { room: 0, spare: [], unmarkedBytes: 0 };
    const ownMarks = own.flatMap((elements) => findMarks([listOf(elements)]));
    const room = Math.max(0, most - marks.length - ownMarks.length);
    const isFull = marks.length === most && ownMarks.length === 0;
    const ownBytes = own.reduce((sum, { length }) => sum + length, 0);
    return {
      room,
      spare: isFull ? spareMark(parts, marks) : [],
      unmarkedBytes:
        ownMarks.length > 0 ? 0 : historyEnd - (marks.findLast(({ at }) => at < historyEnd)?.at ?? 0) + ownBytes,
    };
  },
  marked,
};

/** In the cache's order, and how deep their marks stand. */
const segments: readonly (readonly [name: string, depth: number])[] = [
  ["tools", 3],
  ["system", 3],
  ["messages", 5],
];

/** The last mark but one: a request that reads up to the last one does not need its entry. */
function spareMark(parts: readonly Buffer[], marks: readonly Mark[]): readonly Span[] {
  const known = segments.flatMap(([name, depth]) =>
    marks.filter((mark) => mark.segment === name && mark.depth === depth),
  );
  const holder = known.at(-2)?.holder;
  if (holder === undefined) return [];
  let before = 0;
  for (const part of parts) {
    const at = holder - before;
    if (at < part.length)
      return removeMembers(part, readObject(part, at), ["cache_control"]).map(({ span }) => ({
        start: before + span.start,
        end: before + span.end,
      }));
    before += part.length;
  }
  return [];
}

function listOf(elements: Buffer): Buffer {
  return Buffer.concat([Buffer.from("["), elements, Buffer.from("]")]);
}

/** With a mark of the standard time to live, on the last block that may carry one: a shorter one may stand behind a longer one. */
function marked(elements: Buffer): Buffer | null {
  const list = listOf(elements);
  const message = readElements(list, 0).at(-1);
  const content = message && lastMember(readObject(list, message.start), "content")?.value;
  // A text in place of blocks stays one: as a block it may be another prompt (harness/providers/FACTS.md#same-prompt).
  if (content === undefined || list[content.start] !== 0x5b) return null;
  const block = readElements(list, content.start).findLast(({ start, end }) =>
    takesMark(parseJsonObject(list.toString("utf8", start, end))),
  );
  if (block === undefined) return null;
  const edit = setMember(readObject(list, block.start), "cache_control", mark);
  return Buffer.concat(applyEdits(list, { start: 1, end: list.length - 1 }, [edit]));
}

/** The API refuses a mark on thinking and on empty text. One that the block's author has set stays. */
function takesMark(block: JsonObject | null): boolean {
  if (block === null || (block["cache_control"] ?? null) !== null) return false;
  switch (block["type"]) {
    case "text":
      return saysSomething(block["text"]);
    case "tool_result":
      return saysSomething(block["content"]);
    case "image":
    case "document":
    case "tool_use":
      return true;
    default:
      return false;
  }
}

function saysSomething(content: unknown): boolean {
  if (Array.isArray(content))
    return content.some((part) => !isJsonObject(part) || saysSomething(part["text"] ?? "media"));
  return typeof content === "string" && content.trim() !== "";
}
