import type { Answer } from "./answer.ts";
import { isJsonObject, stringOrNull } from "../json-object.ts";
import type { TokenUsage } from "../token-usage.ts";

/** One step that a stream event reports. `nothing` is a ping, bookkeeping, or an event of a type we do not know. */
export type StreamStep =
  | { readonly type: "nothing" }
  | { readonly type: "started"; readonly usage: TokenUsage }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "error"; readonly errorType: string | null; readonly message: string };

/** Puts an answer together from the `data` of its events, in order. */
export type StreamAssembler = {
  /** The steps of an event, in order. Throws WireFault for an invalid event, or one out of order. */
  readonly accept: (data: string) => readonly StreamStep[];
  /** Whether the provider has said that the answer is whole. */
  readonly isComplete: boolean;
  /** The mark that ends a stream in this wire format, for the message about a cut stream. */
  readonly endMark: string;
  /** The answer as far as it came. */
  readonly answer: () => Answer;
};

/** The step for an error in a stream. */
export function readStreamError(error: unknown): StreamStep {
  const fields = isJsonObject(error) ? error : {};
  return {
    type: "error",
    errorType: stringOrNull(fields["type"]) ?? stringOrNull(fields["code"]),
    message: stringOrNull(fields["message"]) ?? "the provider reported an error in the stream",
  };
}
