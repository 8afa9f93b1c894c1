import type { Block, BlockKind } from "../kernel/layout.ts";
import { cutOut } from "../compare/pieces.ts";
import { textForm } from "../compare/view-unit.ts";
import { type JsonObject, isJsonObject } from "./json-value.ts";
import { unitKey } from "./unit-key.ts";

/** A block of system or of a message, parsed. */
export type ReadBlock = {
  readonly block: Block;
  readonly kind: BlockKind;
  /** Equal for blocks that are equal when a text block counts as its string: finds what belongs together. */
  readonly key: string;
  /** The same with the block's own form; null where it stands in the short form, which equals any long one. */
  readonly spelling: string | null;
  /** Raw text of the span without its marks. */
  readonly raw: string;
  /** What the model reads: a text, a thought, a result's text. Null where the block holds no text. */
  readonly text: string | null;
  /** The id of a call, or the id of the call that a result answers. */
  readonly callId: string | null;
  /** The block parsed; a plain string stands as `{ type: "text", text }`. */
  readonly value: JsonObject;
};

export function readBlock(body: Buffer, block: Block): ReadBlock {
  const pieces = cutOut(
    [block.span],
    block.marks.map((mark) => mark.excision),
  );
  const raw = pieces.map((piece) => body.toString("utf8", piece.start, piece.end)).join("");
  const parsed: unknown = JSON.parse(raw);
  const value: JsonObject = isJsonObject(parsed) ? parsed : { type: "text", text: parsed };
  return {
    block,
    kind: block.kind,
    key: unitKey(body, block, "string"),
    spelling: textForm(body, block) === "string" ? null : unitKey(body, block, "blocks"),
    raw,
    text: textOf(value),
    callId: callIdOf(value),
    value,
  };
}

/** Whether the verdict holds two blocks for equal. */
export function isSameBlock(left: ReadBlock, right: ReadBlock): boolean {
  if (left.key !== right.key) return false;
  return left.spelling === right.spelling || (left.spelling === null) !== (right.spelling === null);
}

function textOf(value: JsonObject): string | null {
  for (const name of ["text", "thinking"]) if (typeof value[name] === "string") return value[name];
  const content = value["content"];
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return null;
  const texts = content.flatMap((part: unknown) =>
    isJsonObject(part) && typeof part["text"] === "string" ? [part["text"]] : [],
  );
  return texts.length > 0 ? texts.join("") : null;
}

function callIdOf(value: JsonObject): string | null {
  const id = value["tool_use_id"] ?? (String(value["type"]).endsWith("tool_use") ? value["id"] : null);
  return typeof id === "string" ? id : null;
}
