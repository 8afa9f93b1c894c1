import type { Answer } from "../wire/stream/answer.ts";
import type { ForkBody } from "../wire/fork-body.ts";
import type { TokenUsage } from "../wire/token-usage.ts";
import type { WireName } from "../wire/wire-format.ts";
import type { ProviderError } from "./provider-error.ts";

/**
 * Sends finished bodies to a model. An implementation posts the bytes of `body` unchanged, ends the exchange when `signal`
 * aborts, and settles with an outcome: it rejects only on a defect of its own.
 */
export type LlmClient = {
  /** The wire format that it posts. A fork asks before anything is sent, and refuses a parent of another. */
  readonly wire: WireName;
  readonly send: (request: LlmRequest) => Promise<LlmOutcome>;
};

/** The part of a client that is loaded with the first request. */
export type Connection = Pick<LlmClient, "send">;

export type LlmRequest = {
  readonly body: ForkBody;
  /** Sent in addition to the client's own headers. Replaces those of the same name. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly signal: AbortSignal;
  /** Called in order while the answer comes in; must not throw. */
  readonly observe: (event: LlmEvent) => void;
};

export type LlmEvent =
  /** The first bytes of the answer are here: from now on others can read the cache entry of this request. */
  { readonly type: "started"; readonly usage: TokenUsage } | { readonly type: "text"; readonly text: string };

/** `attempts` counts the requests made, the retries included. */
export type LlmOutcome =
  | { readonly kind: "answer"; readonly answer: Answer; readonly attempts: number }
  | { readonly kind: "failed"; readonly error: ProviderError; readonly attempts: number };
