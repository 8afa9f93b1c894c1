import type { Block, BlockKind, Layout } from "../kernel/layout.ts";
import { cutOut } from "../compare/pieces.ts";
import { type JsonObject, isJsonObject } from "./json-value.ts";

export type ReadMessage = {
  /** Index in the body's own list. */
  readonly index: number;
  readonly pointer: string;
  readonly role: string;
  readonly blocks: readonly ReadBlock[];
  /** Equal for messages whose role and blocks are the same bytes but for marks. */
  readonly key: string;
};

export type ReadBlock = {
  readonly block: Block;
  readonly kind: BlockKind;
  /** Raw text of the span without its marks. */
  readonly raw: string;
  /** What the model reads: a text, a thought, a result's text. Null where the block holds no text. */
  readonly text: string | null;
  /** The id of a call, or the id of the call that a result answers. */
  readonly callId: string | null;
  /** The block parsed; a plain string stands as `{ type: "text", text }`. */
  readonly value: JsonObject;
};

/** The messages of a request, parsed. */
export function readMessages(layout: Layout): readonly ReadMessage[] {
  const messages: ReadMessage[] = [];
  let blocks: ReadBlock[] = [];
  for (const unit of layout.units) {
    if (unit.segment !== "messages") continue;
    if (unit.unit === "block") {
      blocks.push(readBlock(layout.body, unit));
      continue;
    }
    blocks = [];
    const own = blocks;
    const { role, pointer, message: index } = unit;
    messages.push({
      index,
      pointer,
      role,
      blocks: own,
      get key() {
        return JSON.stringify([role, ...own.map((each) => each.raw)]);
      },
    });
  }
  return messages;
}

function readBlock(body: Buffer, block: Block): ReadBlock {
  const pieces = cutOut(
    [block.span],
    block.marks.map((mark) => mark.excision),
  );
  const raw = pieces.map((piece) => body.toString("utf8", piece.start, piece.end)).join("");
  const parsed: unknown = JSON.parse(raw);
  const value: JsonObject = isJsonObject(parsed) ? parsed : { type: "text", text: parsed };
  return { block, kind: block.kind, raw, text: textOf(value), callId: callIdOf(value), value };
}

function textOf(value: JsonObject): string | null {
  for (const name of ["text", "thinking"]) if (typeof value[name] === "string") return value[name];
  const content = value["content"];
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return null;
  const texts = content.flatMap((part: unknown) =>
    isJsonObject(part) && typeof part["text"] === "string" ? [part["text"]] : [],
  );
  return texts.length > 0 ? texts.join("\n") : null;
}

function callIdOf(value: JsonObject): string | null {
  const id = value["tool_use_id"] ?? (String(value["type"]).endsWith("tool_use") ? value["id"] : null);
  return typeof id === "string" ? id : null;
}
