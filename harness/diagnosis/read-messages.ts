import { compareUnits } from "../compare/compare-units.ts";
import type { Envelope, Layout, Unit } from "../kernel/layout.ts";
import type { JsonObject } from "./json-value.ts";
import { once } from "./once.ts";
import { isSameBlock, type ReadBlock, readBlock } from "./read-block.ts";
import { readMembers } from "./read-members.ts";
import { unitKey } from "./unit-key.ts";

export type ReadMessage = {
  readonly layout: Layout;
  readonly envelope: Envelope;
  readonly pointer: string;
  readonly role: string;
  /** The members beside the content, parsed. */
  readonly members: () => JsonObject;
  readonly blocks: readonly ReadBlock[];
  /** Finds what belongs together: the keys of envelope and blocks. */
  readonly key: string;
};

/** The messages among `units`, parsed. A fork point inside a message leaves that message with its first blocks. */
export function readMessages(layout: Layout, units: readonly Unit[]): readonly ReadMessage[] {
  const messages: ReadMessage[] = [];
  for (let at = 0; at < units.length;) {
    const envelope = units[at++];
    if (envelope?.unit !== "envelope") continue;
    const members = once(() => readMembers(layout.body, envelope));
    const blocks: ReadBlock[] = [];
    for (let next = units[at]; next?.unit === "block"; next = units[++at]) {
      blocks.push(readBlock(layout, next, members));
    }
    const { role, pointer } = envelope;
    // A JSON text holds no raw NUL, so the parts cannot run into each other.
    const key = [unitKey(layout.body, envelope), ...blocks.map((each) => each.key)].join("\0");
    messages.push({ layout, envelope, pointer, role, members, blocks, key });
  }
  return messages;
}

/** Whether the verdict holds what lies around the content of two messages for equal. */
export function isSameEnvelope(parent: ReadMessage, child: ReadMessage): boolean {
  return compareUnits(parent.layout, parent.envelope, child.layout, child.envelope).equal;
}

/** Whether the verdict holds the contents of two messages for equal. */
export function isSameContent(parent: ReadMessage, child: ReadMessage): boolean {
  return (
    parent.blocks.length === child.blocks.length &&
    parent.blocks.every((block, index) => {
      const other = child.blocks[index];
      return other !== undefined && isSameBlock(block, other);
    })
  );
}
