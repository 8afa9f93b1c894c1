import type { ToolCall } from "../filters/tool-filter.ts";

/**
 * Runs the tool calls of a fork that its filter has let through, one at a time in the order of the model. A dispatcher
 * that throws or rejects has failed the call: the model reads the message and goes on.
 */
export type ToolDispatcher = {
  /** `signal` aborts with the fork. Later results are ignored. */
  readonly dispatch: (call: ToolCall, signal: AbortSignal) => ToolOutcome | Promise<ToolOutcome>;
};

/** `content` is the text that the model reads. */
export type ToolOutcome = { readonly content: string; readonly isError: boolean };
