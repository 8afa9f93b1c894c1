import type { Decision } from "../filters/tool-filter.ts";
import type { ProviderError } from "../providers/provider-error.ts";
import type { TokenUsage } from "../wire/token-usage.ts";

/** The record of a fork, however it ended. An aborted or failed run keeps everything that came before. */
export type ForkResult = {
  readonly runId: string;
  readonly label: string;
  readonly stop: ForkStop;
  /** The text of the last whole answer that had any. Never the parent's words; null if the fork said nothing. */
  readonly finalText: string | null;
  readonly turns: readonly ForkTurn[];
  /** From `fork()` to the end of the run. */
  readonly durationMs: number;
  /** The sum over all turns, those of `lostAttempts` included. A counter that one turn did not report is null. */
  readonly usage: TokenUsage;
  /** Of the first turn, which shows whether the parent's cache was found; null if unknown. */
  readonly firstTurnRatio: number | null;
  /**
   * The parent's request and answer before the fork's own messages. `asSent` is false if the parent sent a text
   * in place of a list (Responses): the fork sends it as the equivalent item, since elements cannot follow a text.
   */
  readonly parentPrefix: { readonly cacheKeyHash: string; readonly answer: Buffer | null; readonly asSent: boolean };
  /**
   * JSON pointer of the first element of the parent's request that the strategy need not share; null if it shares the
   * whole request.
   */
  readonly sharedEnd: string | null;
  /** The fork's own messages in order, raw. The parent's are not included. */
  readonly messages: readonly ForkMessage[];
  /** One record for every tool call, in order. */
  readonly decisions: readonly DecisionRecord[];
  /** What had arrived of the attempts before this one, in order: a fork in another process is started again only where `retry` says so. */
  readonly lostAttempts: readonly LostAttempt[];
  /** Errors of observers, which stopped nothing. */
  readonly observerFaults: readonly string[];
  /** Limits of the strategy, such as a missing shared prefix, and constraints that the parent puts on its fork. */
  readonly notes: readonly string[];
};

/** An attempt whose worker went silent. Its requests were paid, and its tools may have had effects. */
export type LostAttempt = Pick<ForkResult, "turns" | "messages" | "decisions"> & { readonly reason: string };

/** Why the run ended. The provider's word for the end of one answer is the turn's `stopReason`. */
export type ForkStop =
  | { readonly cause: "completed" }
  | { readonly cause: "max_turns" }
  /** The answer hit max_tokens or the context window. Its calls, which may be cut, were not dispatched. */
  | { readonly cause: "length" }
  | { readonly cause: "refusal" }
  | Interruption
  /** A fork in another process: its worker went silent. The result holds what had arrived; tools may have had effects. */
  | { readonly cause: "lost"; readonly reason: string }
  | { readonly cause: "error"; readonly error: ForkError };

export type Interruption =
  | { readonly cause: "aborted"; readonly reason: string }
  | { readonly cause: "timeout"; readonly timeoutMs: number };

export type ForkError =
  | { readonly kind: "provider"; readonly error: ProviderError }
  /** The answer ended for a reason that this loop does not know, and called no tool. */
  | { readonly kind: "unknown-stop-reason"; readonly stopReason: string | null }
  /** The model called a tool that needs an output other than text, such as OpenAI's `computer_call`. No dispatcher can answer. */
  | { readonly kind: "unanswerable-call"; readonly call: string }
  /** A fork in another process did not start, or cannot be followed. */
  | { readonly kind: "remote"; readonly message: string }
  /** A client or a part of the loop threw. */
  | { readonly kind: "defect"; readonly message: string };

/** One request with its answer, as far as it came. */
export type ForkTurn = {
  /** From 1. */
  readonly turn: number;
  readonly requestBytes: number;
  readonly text: string;
  readonly stopReason: string | null;
  readonly usage: TokenUsage;
  /** read / (read + write + fresh); null if a counter is unknown or nothing was sent. */
  readonly hitRatio: number | null;
  /** Requests made for this turn, retries included; null if it was interrupted before the client could say. */
  readonly attempts: number | null;
  readonly isComplete: boolean;
};

export type ForkMessage = { readonly turn: number; readonly role: "user" | "assistant"; readonly bytes: Buffer };

/** The filter's decision on one call. `input` is null if the model's arguments were not a JSON object. */
export type DecisionRecord = Decision & {
  readonly turn: number;
  readonly callId: string;
  readonly tool: string;
  readonly input: { readonly [name: string]: unknown } | null;
};
