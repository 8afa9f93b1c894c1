import { applyEdits, setMember } from "../../apply-edits.ts";
import { isJsonObject, parseJsonObject, type JsonObject } from "../../json-object.ts";
import { readElements } from "../../read-elements.ts";
import { lastMember, readObject } from "../../read-object.ts";
import type { Breakpoints } from "../../wire-format.ts";
import { findMarks } from "./find-marks.ts";

/** The API takes four marks in a request (harness/providers/FACTS.md#anthropic-prefix). */
const most = 4;

const mark = '{"type":"ephemeral"}';

export const anthropicBreakpoints: Breakpoints = {
  survey: ({ parts, historyEnd }) => {
    const marks = findMarks(Buffer.concat(parts));
    const unmarkedBytes = historyEnd - (marks.findLast(({ at }) => at < historyEnd)?.at ?? 0);
    // Without a mark of its sender no cache is paid for. Its automatic one moves with each turn.
    const takesMore = marks.length > 0 && !marks.some(({ isAutomatic }) => isAutomatic);
    return { room: takesMore ? Math.max(0, most - marks.length) : 0, unmarkedBytes };
  },
  marked,
};

/** With a mark of the standard time to live, on the last block that may carry one: a shorter one may stand behind a longer one. */
function marked(elements: Buffer): Buffer | null {
  const list = Buffer.concat([Buffer.from("["), elements, Buffer.from("]")]);
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
