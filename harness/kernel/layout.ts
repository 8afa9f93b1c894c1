import type { Span } from "./span.ts";

/** The three parts of a prefix, in the order every provider hashes them. */
export type Segment = "tools" | "system" | "messages";

/** Where a finding may lie: a segment of the prefix, another input of a cache hit, or the response. */
export type Place = Segment | "parameters" | "breakpoints" | "routing" | "time" | "usage";

/** The names of wire formats. Each folder of `harness/wires` adds its own, so that a new wire format changes nothing here. */
export interface WireNames {}

export type DialectName = keyof WireNames;

/** The parts of a layout. */
export type LayoutParts = {
  readonly dialect: DialectName;
  readonly body: Buffer;
  /** tools, then system, then messages; each message's envelope stands before its blocks. */
  readonly units: readonly Unit[];
  /** Top-level members that are not part of the prefix, in body order. */
  readonly parameters: readonly Parameter[];
  /** The `cache_control` at the top level (automatic caching), or null. */
  readonly automaticMark: Mark | null;
};

/**
 * A request body seen as its prefix: units in the provider's cache order, each a raw span of the body.
 * Made by a wire format; holds no copy of the bytes and no parsed value.
 */
export class Layout implements LayoutParts {
  /** Values computed from a layout are memoized by its object identity. A copy by spread loses them, so its type differs. */
  declare protected readonly identity: never;
  readonly dialect: DialectName;
  readonly body: Buffer;
  readonly units: readonly Unit[];
  readonly parameters: readonly Parameter[];
  readonly automaticMark: Mark | null;

  constructor({ dialect, body, units, parameters, automaticMark }: LayoutParts) {
    this.dialect = dialect;
    this.body = body;
    this.units = units;
    this.parameters = parameters;
    this.automaticMark = automaticMark;
  }
}

/** A unit of comparison: a block, or the envelope of a message (its role and every member except the content). */
export type Unit = Block | Envelope;

export type Block = {
  readonly unit: "block";
  readonly segment: Segment;
  /** JSON pointer of the block in the body, such as `/messages/4/content/1`. */
  readonly pointer: string;
  readonly span: Span;
  readonly kind: BlockKind;
  /** Index of the message in the body's own list; -1 outside messages. */
  readonly message: number;
  /** Breakpoints on this block or on a block nested in it, at protocol positions only. */
  readonly marks: readonly Mark[];
  /** A tool that is declared but kept out of the prompt (`defer_loading`). */
  readonly deferred: boolean;
  /**
   * For a call or a result: where in the body the strings start that hold the call's id and the type; -1 if the block has no such
   * string. Kept from the layout walk, because results are long and every request is checked for pairing.
   */
  readonly callAt: number;
  readonly typeAt: number;
};

export type Envelope = {
  readonly unit: "envelope";
  /** `system` for a message that the conversation begins with where a wire writes its system prompt so. */
  readonly segment: "system" | "messages";
  /** JSON pointer of the message, such as `/messages/4`. */
  readonly pointer: string;
  /** The whole message in the body; its blocks lie inside. */
  readonly span: Span;
  /** Raw spans of the members that are not content, each with its key, in body order. */
  readonly members: readonly Span[];
  /** Raw keys of the members whose values are its blocks, in body order: where they stand among the others is prompt too. */
  readonly bearers: readonly Span[];
  readonly role: string;
  readonly message: number;
};

/** The kind of a block, one vocabulary for all wire formats. `other` is a block that the format's layout does not know. */
export type BlockKind = "tool" | "text" | "tool-use" | "tool-result" | "thinking" | "media" | "other";

/** A breakpoint: where it stands and what must be cut out to compare as if it were not there. */
export type Mark = {
  /** JSON pointer of the mark itself, such as `/system/1/cache_control`. */
  readonly pointer: string;
  /** The member with one adjacent comma, so that the rest is valid JSON. */
  readonly excision: Span;
  /** Raw span of the mark's value. */
  readonly value: Span;
  /** As spelled; a provider's default where absent is not filled in. */
  readonly ttl: string | null;
};

export type Parameter = {
  readonly name: string;
  /** Raw span of the value. */
  readonly value: Span;
};
