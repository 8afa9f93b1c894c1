import type { BlockKind, Segment } from "../layout.ts";
import type { Divergence } from "../judgement.ts";

/** A block of a request's prompt, for a picture of it: never its text. */
export type InspectedBlock = {
  readonly segment: Segment;
  /** JSON pointer in the request's body. */
  readonly pointer: string;
  /** Raw bytes. */
  readonly bytes: number;
  /** Its length by our estimate, scaled to the prompt's total if the provider reported one. */
  readonly tokens: number;
  /** Equal blocks have equal hashes: the first 16 hexadecimal digits of the SHA-256 of its canonical bytes. */
  readonly hash: string;
  readonly state: BlockState;
  /** True if a breakpoint marks its end; absent otherwise. */
  readonly marked?: true;
  /** The first 200 characters of its text, credentials masked, if excerpts were asked for. */
  readonly excerpt?: string;
  /** Its kind, the role of its message and the name of its tool, if excerpts were asked for. */
  readonly kind?: BlockKind;
  readonly role?: string;
  readonly name?: string;
};

/**
 * - `read` served from the cache
 * - `written` stored by this request
 * - `fresh` neither
 * - `lost` could have been read, and was not
 * - `unknown` the response reports no counters, and the cache has no model
 */
export type BlockState = "read" | "written" | "fresh" | "lost" | "unknown";

/** The blocks of all requests of a recording: a block that many requests send stands here once. */
export type BlockTable = {
  readonly blocks: readonly TableBlock[];
  readonly requests: ReadonlyMap<string, RequestBlocks>;
  /** Whether the texts are whole, or excerpts. */
  readonly isWhole: boolean;
};

export type TableBlock = Pick<InspectedBlock, "segment" | "pointer" | "bytes" | "hash"> & {
  readonly kind: BlockKind;
  /** The role of its message and the name of its tool, as far as it has them. */
  readonly role: string | null;
  readonly name: string | null;
  /** Its estimated length in the first request that sends it. */
  readonly tokens: number;
  /** The start of its raw text, or all of it, credentials masked; null if no texts were asked for. */
  readonly text: string | null;
};

/** The prompt of one request. */
export type RequestBlocks = {
  /** Indexes in the table, in cache order. */
  readonly blocks: Uint32Array;
  /** Estimated lengths of the same blocks. The first holds what stands before it, the last what stands behind it. */
  readonly tokens: Uint32Array;
  /** The number of leading blocks that its parent sent, too. */
  readonly shared: number;
  /** Positions whose end is marked by a breakpoint. */
  readonly marks: readonly number[];
  /** The first difference from the request that it continues; null without one. */
  readonly divergence: Divergence | null;
};
