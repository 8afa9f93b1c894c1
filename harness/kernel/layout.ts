import type { Span } from "./span.ts";

/** The three parts of a prefix, in the order every provider hashes them. */
export type Segment = "tools" | "system" | "messages";

/** Where a finding may lie: a segment of the prefix, one of the things beside it that decide a cache hit, or what came back. */
export type Place = Segment | "parameters" | "breakpoints" | "routing" | "time" | "usage";

/** The names of wire formats. Each folder of `harness/wires` adds its own, so that a new wire format changes nothing here. */
export interface WireNames {}

export type DialectName = keyof WireNames;

/** What a layout is made of. */
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
  /** What is worked out of a layout is remembered by its object. A copy by spread has nothing remembered, so its type is another one. */
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

/** What is compared one by one: a block, or the envelope of a message (its role and every member but the content). */
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
   * Of a call or a result: where in the body the string starts that names the call, and the one that says the type; -1 where the
   * block has none of its own. Kept from the walk that laid it out: results are long, and every request is asked how they pair.
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

/** What a block is, one vocabulary over all dialects. `other` is any block the dialect does not know. */
export type BlockKind = "tool" | "text" | "tool-use" | "tool-result" | "thinking" | "media" | "other";

/** A breakpoint: where it stands and what must be cut out to compare as if it were not there. */
export type Mark = {
  /** JSON pointer of the mark itself, such as `/system/1/cache_control`. */
  readonly pointer: string;
  /** The member with one comma beside it: what remains is valid JSON. */
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
