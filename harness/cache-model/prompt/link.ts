import type { BlockKind, Segment } from "../../kernel/layout.ts";
import type { Span } from "../../kernel/span.ts";

export type Link = {
  /** The same for equal prefixes of equal scope, parameters included, whatever breakpoints they carry. */
  readonly key: string;
  /** Tokens of the prefix that ends here. */
  readonly tokens: number;
  /** Place in the provider's lookback; neighbours of a run may share one. */
  readonly position: number;
  readonly segment: Segment;
  /** JSON pointer of the block. */
  readonly pointer: string;
  readonly span: Span;
  /** How many of its bytes are prompt. */
  readonly promptBytes: number;
  readonly kind: BlockKind;
  /** Index of the message that holds the block; -1 outside messages. */
  readonly message: number;
  /** Role of the message that holds the block; empty outside messages. */
  readonly role: string;
};
