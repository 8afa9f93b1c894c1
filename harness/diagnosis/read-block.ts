import type { Block, BlockKind } from "../kernel/layout.ts";
import { cutOut } from "../compare/pieces.ts";
import { textForm } from "../compare/view-unit.ts";
import { type JsonObject, isJsonObject } from "./json-value.ts";
import { once } from "./once.ts";
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

/** Parts of a block are read when first asked for: most blocks of a conversation are equal and asked for nothing. */
export function readBlock(body: Buffer, block: Block): ReadBlock {
  const raw = once(() => rawOf(body, block));
  const value = once(() => parse(raw()));
  const spelling = once(() => (textForm(body, block) === "string" ? null : unitKey(body, block, "blocks")));
  return {
    block,
    kind: block.kind,
    key: unitKey(body, block, "string"),
    get spelling() {
      return spelling();
    },
    get raw() {
      return raw();
    },
    get text() {
      return textOf(value());
    },
    get callId() {
      return callIdOf(value());
    },
    get value() {
      return value();
    },
  };
}

/** Whether the verdict holds two blocks for equal. */
export function isSameBlock(left: ReadBlock, right: ReadBlock): boolean {
  if (left.key !== right.key) return false;
  return left.spelling === right.spelling || (left.spelling === null) !== (right.spelling === null);
}

function rawOf(body: Buffer, { span, marks }: Block): string {
  const pieces = cutOut(
    [span],
    marks.map((mark) => mark.excision),
  );
  return pieces.map(({ start, end }) => body.toString("utf8", start, end)).join("");
}

function parse(raw: string): JsonObject {
  const parsed: unknown = JSON.parse(raw);
  return isJsonObject(parsed) ? parsed : { type: "text", text: parsed };
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
