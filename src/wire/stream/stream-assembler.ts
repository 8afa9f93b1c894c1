import type { Answer } from "./answer.ts";
import { isJsonObject, stringOrNull } from "../json-object.ts";
import type { TokenUsage } from "../token-usage.ts";

/** What one stream event tells at once. `nothing` is a ping, bookkeeping, or an event of a type we do not know. */
export type StreamStep =
  | { readonly type: "nothing" }
  | { readonly type: "started"; readonly usage: TokenUsage }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "error"; readonly errorType: string | null; readonly message: string };

/** Puts an answer together from the `data` of its events, in order. */
export type StreamAssembler = {
  /** What the event tells, in order. Throws WireFault on one that cannot be read or comes out of turn. */
  readonly accept: (data: string) => readonly StreamStep[];
  /** Whether the provider has said that the answer is whole. */
  readonly isComplete: boolean;
  /** How the end is told on this wire, for the message of a stream that was cut. */
  readonly endMark: string;
  /** The answer as far as it came. */
  readonly answer: () => Answer;
};

/** The step that an error member of a stream tells. */
export function readStreamError(error: unknown): StreamStep {
  const fields = isJsonObject(error) ? error : {};
  return {
    type: "error",
    errorType: stringOrNull(fields["type"]) ?? stringOrNull(fields["code"]),
    message: stringOrNull(fields["message"]) ?? "the provider reported an error in the stream",
  };
}
