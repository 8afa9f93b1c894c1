import { compareUnits } from "../../compare/compare-units.ts";
import { cutOut } from "../../compare/pieces.ts";
import type { Block, BlockKind, Envelope, Layout } from "../../kernel/layout.ts";
import { type JsonObject, isJsonObject } from "./json-value.ts";
import { readCallId } from "./read-call-id.ts";
import { readJson } from "./read-json.ts";
import { readText } from "./read-text.ts";
import { unitKey } from "../unit-key.ts";

/** A block of system or of a message, parsed. */
export type ReadBlock = {
  readonly layout: Layout;
  readonly block: Block;
  readonly kind: BlockKind;
  /** Finds what belongs together: see unitKey. */
  readonly key: string;
  /** Raw text of the span without its marks. */
  readonly raw: string;
  /** The text that the model reads: a text, a thought, a result's text. Null for a block without text. */
  readonly text: string | null;
  /** The id of a call, or the id of the call that a result answers. */
  readonly callId: string | null;
  /** The block parsed; a plain string stands as `{ type: "text", text }`. */
  readonly value: JsonObject;
  /** For the first block of a system prompt that is written as a message: the message around it. */
  readonly frame: Frame | null;
};

/** The envelope of a message, with the members outside its content, parsed. */
export type Frame = { readonly envelope: Envelope; readonly members: () => JsonObject };

/**
 * Parts of a block are read on first use: most blocks of a conversation are equal and never need it. `around` holds the members
 * of its message outside the content.
 */
export function readBlock(
  layout: Layout,
  block: Block,
  around: () => JsonObject,
  frame: Frame | null = null,
): ReadBlock {
  return new LazyBlock(layout, block, around, frame);
}

class LazyBlock implements ReadBlock {
  readonly layout: Layout;
  readonly block: Block;
  readonly frame: Frame | null;
  readonly #around: () => JsonObject;
  #key: string | null = null;
  #raw: string | null = null;
  #value: JsonObject | null = null;

  constructor(layout: Layout, block: Block, around: () => JsonObject, frame: Frame | null) {
    this.layout = layout;
    this.block = block;
    this.frame = frame;
    this.#around = around;
  }

  get kind(): BlockKind {
    return this.block.kind;
  }

  get key(): string {
    return (this.#key ??= unitKey(this.layout.body, this.block));
  }

  get raw(): string {
    return (this.#raw ??= rawOf(this.layout.body, this.block));
  }

  get value(): JsonObject {
    return (this.#value ??= parse(this.raw));
  }

  get text(): string | null {
    return readText(this.value);
  }

  get callId(): string | null {
    return readCallId(this.kind, () => this.value, this.#around);
  }
}

/** Whether the verdict holds two blocks for equal. */
export function isSameBlock(parent: ReadBlock, child: ReadBlock): boolean {
  return compareUnits(parent.layout, parent.block, child.layout, child.block).equal;
}

/** Whether two blocks stand in members of one name, which Chat's `reasoning_content` and `reasoning` do not, or one in a list. */
export function isSameMember(parent: ReadBlock, child: ReadBlock): boolean {
  const [ours = "", theirs = ""] = [parent, child].map(({ block }) => block.pointer.split("/").at(-1));
  return ours === theirs || [ours, theirs].some((name) => /^\d+$/.test(name));
}

/** The text of a block without its breakpoints. */
export function rawOf(body: Buffer, { span, marks }: Block): string {
  const pieces = cutOut(
    [span],
    marks.map((mark) => mark.excision),
  );
  return pieces.map(({ start, end }) => body.toString("utf8", start, end)).join("");
}

function parse(raw: string): JsonObject {
  const parsed = readJson(raw);
  return isJsonObject(parsed) ? parsed : { type: "text", text: parsed };
}
