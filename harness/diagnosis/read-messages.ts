import type { Layout, Unit } from "../kernel/layout.ts";
import { isSameBlock, type ReadBlock, readBlock } from "./read-block.ts";
import { unitKey } from "./unit-key.ts";

export type ReadMessage = {
  /** Index in the body's own list. */
  readonly index: number;
  readonly pointer: string;
  readonly role: string;
  /** Equal for messages whose role and other members the verdict holds for equal. */
  readonly envelope: string;
  readonly blocks: readonly ReadBlock[];
  /** Equal for messages of one envelope whose blocks have equal keys. */
  readonly key: string;
};

/** The messages among `units`, parsed. A fork point inside a message leaves that message with its first blocks. */
export function readMessages({ body }: Layout, units: readonly Unit[]): readonly ReadMessage[] {
  const messages: ReadMessage[] = [];
  for (let at = 0; at < units.length;) {
    const unit = units[at++];
    if (unit?.unit !== "envelope") continue;
    const blocks: ReadBlock[] = [];
    for (let next = units[at]; next?.unit === "block"; next = units[++at]) blocks.push(readBlock(body, next));
    const { role, pointer, message: index } = unit;
    const envelope = unitKey(body, unit, null);
    // A JSON text holds no raw NUL, so the parts cannot run into each other.
    const key = [envelope, ...blocks.map((each) => each.key)].join("\0");
    messages.push({ index, pointer, role, envelope, blocks, key });
  }
  return messages;
}

/** Whether the verdict holds two messages for equal. */
export function isSameMessage(left: ReadMessage, right: ReadMessage): boolean {
  return (
    left.key === right.key &&
    left.blocks.every((block, index) => {
      const other = right.blocks[index];
      return other !== undefined && isSameBlock(block, other);
    })
  );
}
