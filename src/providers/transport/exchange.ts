import type { ForkBody } from "../../wire/fork-body.ts";
import type { WireFormat } from "../../wire/wire-format.ts";
import type { LlmOutcome, LlmRequest } from "../llm-client.ts";
import type { ProviderError } from "../provider-error.ts";
import { mask } from "./fault-text.ts";
import { linkedController } from "./linked-controller.ts";
import { receiveAnswer } from "./receive-answer.ts";

/** A successful response with an unread body, or the error. */
export type OpenResult =
  | { readonly kind: "response"; readonly response: Response }
  | { readonly kind: "failed"; readonly error: ProviderError };

export type RequestAttempt = {
  readonly body: ForkBody;
  /** Aborts with the caller's signal, and belongs to this exchange alone. */
  readonly signal: AbortSignal;
  /** Call it before each attempt. */
  readonly countAttempt: () => void;
};

export type Exchange = {
  readonly format: WireFormat;
  /** The client's own credentials, known once the response is open. They are masked in errors. */
  readonly secrets: () => readonly string[];
  /** Sends the request. May reject after an abort. */
  readonly open: (opening: RequestAttempt) => Promise<OpenResult>;
};

/** One request and its answer. The clients differ only in how they open the response. */
export async function exchange(
  { body, signal, observe }: LlmRequest,
  { format, secrets, open }: Exchange,
): Promise<LlmOutcome> {
  let attempts = 0;
  const countAttempt = (): void => {
    attempts += 1;
  };
  const { controller, unlink } = linkedController(signal);
  try {
    signal.throwIfAborted();
    const opened = await open({ body, signal: controller.signal, countAttempt });
    const received = opened.kind === "failed" ? opened : await receiveAnswer(format, opened.response, observe);
    if (received.kind === "answer") return { ...received, attempts };
    signal.throwIfAborted();
    return { kind: "failed", error: mask(received.error, secrets()), attempts };
  } catch (fault) {
    if (!signal.aborted) throw fault;
    return { kind: "failed", error: { kind: "aborted", message: "the request was aborted" }, attempts };
  } finally {
    unlink();
  }
}
