import type { CallKind } from "./stream/answer.ts";

/** A tool's answer. `content` is text for the model; `isError` marks a failed call. */
export type ToolResult = {
  /** Of the call; null if the wire leaves ids out (Gemini). */
  readonly toolUseId: string | null;
  /** Of the tool. */
  readonly name: string;
  readonly content: string;
  readonly isError: boolean;
  /** Of the call. */
  readonly kind?: CallKind;
};
