import type { CallKind } from "./stream/answer.ts";

/** What a tool answered. `content` is text for the model; `isError` tells it that the call did not succeed. */
export type ToolResult = {
  /** Of the call; null where the wire leaves ids out (Gemini). */
  readonly toolUseId: string | null;
  /** Of the tool. */
  readonly name: string;
  readonly content: string;
  readonly isError: boolean;
  /** Of the call. */
  readonly kind?: CallKind;
};
