import { compareUnits } from "../../compare/compare-units.ts";
import type { Envelope, Layout, Unit } from "../../kernel/layout.ts";
import type { JsonObject } from "./json-value.ts";
import { type ReadBlock, readBlock } from "./read-block.ts";
import { readMembers } from "./read-members.ts";
import { unitKey } from "../unit-key.ts";

export type ReadMessage = {
  readonly layout: Layout;
  readonly envelope: Envelope;
  readonly pointer: string;
  readonly role: string;
  /** The members outside the content, parsed. */
  readonly members: () => JsonObject;
  /** The units of its content; `blocks` are the same, parsed. */
  readonly content: readonly Unit[];
  readonly blocks: readonly ReadBlock[];
  /** Finds what belongs together: the keys of envelope and blocks. */
  readonly key: string;
};

/** The messages among `units`. A fork point inside a message leaves that message with its first blocks. */
export function readMessages(layout: Layout, units: readonly Unit[]): readonly ReadMessage[] {
  const messages: ReadMessage[] = [];
  for (let at = 0; at < units.length;) {
    const envelope = units[at++];
    if (envelope?.unit !== "envelope") continue;
    const from = at;
    while (units[at]?.unit === "block") at += 1;
    messages.push(new LazyMessage(layout, envelope, units, from, at));
  }
  return messages;
}

/** A message whose parts are read when first asked for. */
class LazyMessage implements ReadMessage {
  readonly layout: Layout;
  readonly envelope: Envelope;
  readonly #units: readonly Unit[];
  readonly #from: number;
  readonly #to: number;
  #members: JsonObject | null = null;
  #blocks: readonly ReadBlock[] | null = null;
  #key: string | null = null;

  constructor(layout: Layout, envelope: Envelope, units: readonly Unit[], from: number, to: number) {
    this.layout = layout;
    this.envelope = envelope;
    this.#units = units;
    this.#from = from;
    this.#to = to;
  }

  get pointer(): string {
    return this.envelope.pointer;
  }

  get role(): string {
    return this.envelope.role;
  }

  get content(): readonly Unit[] {
    return this.#units.slice(this.#from, this.#to);
  }

  get blocks(): readonly ReadBlock[] {
    const read = (unit: Unit): readonly ReadBlock[] =>
      unit.unit === "block" ? [readBlock(this.layout, unit, this.members)] : [];
    return (this.#blocks ??= this.content.flatMap(read));
  }

  get key(): string {
    // A JSON text holds no raw NUL, so the parts cannot run into each other.
    return (this.#key ??= [unitKey(this.layout.body, this.envelope), ...this.blocks.map(({ key }) => key)].join("\0"));
  }

  readonly members = (): JsonObject => (this.#members ??= readMembers(this.layout.body, this.envelope));
}

/** Of an input item of Responses whose tools are declared tools nothing else is left: no part of the history. */
export function saysAnything({ content }: ReadMessage): boolean {
  return content.length > 0;
}

/** Whether the verdict holds what lies around the content of two messages for equal. */
export function isSameEnvelope(parent: ReadMessage, child: ReadMessage): boolean {
  return compareUnits(parent.layout, parent.envelope, child.layout, child.envelope).equal;
}

/** Whether the verdict holds the contents of two messages for equal. */
export function isSameContent(parent: ReadMessage, child: ReadMessage): boolean {
  const [ours, theirs] = [parent.content, child.content];
  return (
    ours.length === theirs.length &&
    ours.every((unit, index) => {
      const other = theirs[index];
      return other !== undefined && compareUnits(parent.layout, unit, child.layout, other).equal;
    })
  );
}
