import type { TokenUsage } from "../token-usage.ts";

/** One whole answer of the model, ready to be sent back as history. */
export type Answer = {
  readonly id: string | null;
  /**
   * The raw JSON array that goes back as history: on Anthropic Messages the content blocks of one message, elsewhere
   * the elements themselves. From a JSON answer these are its own bytes; from a stream, they are put together.
   */
  readonly content: Buffer;
  /** The text blocks, joined. */
  readonly text: string;
  /** Calls of the client's tools, in the order they were made. */
  readonly calls: readonly ToolUse[];
  /** Calls of the provider's own tools that have no result yet: the provider has paused and wants the turn back unchanged. */
  readonly pausedCalls: readonly string[];
  /** The provider's word, such as `end_turn`; null if it is missing. */
  readonly stopReason: string | null;
  readonly usage: TokenUsage;
};

/** A tool call. `id` is null only on Gemini. `input` is the JSON text as the model wrote it; a cut or careless text may not be JSON. */
export type ToolUse = {
  readonly id: string | null;
  readonly name: string;
  readonly input: string;
  readonly kind?: CallKind;
};

/**
 * How a call is answered, on the wire that has several ways (Responses). A function's and a custom tool's output are texts,
 * each in an item of its own type; `other` wants no text but a screenshot, exit codes or the like, which a fork cannot write.
 * Left out: a function's.
 */
export type CallKind = "function" | "custom" | "other";
