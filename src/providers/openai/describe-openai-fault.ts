import { APIConnectionError, APIConnectionTimeoutError, APIError } from "openai";
import { mask, withCause, type FaultContext } from "../fault-text.ts";
import type { ProviderError } from "../provider-error.ts";
import { refusalOf } from "../refusal.ts";

/** What the SDK threw, as a provider error. */
export function describeOpenAiFault(fault: unknown, context: FaultContext): ProviderError {
  return mask(classify(fault, context.attempts), context);
}

function classify(fault: unknown, attempts: number): ProviderError {
  const message = fault instanceof Error ? fault.message : String(fault);
  if (fault instanceof APIConnectionTimeoutError) return { kind: "timeout", message };
  if (fault instanceof APIConnectionError) return { kind: "connection", message: withCause(message, fault.cause) };
  if (fault instanceof APIError && fault.headers instanceof Headers) {
    const { status, type, code, headers } = fault;
    // The code is the finer word where there is one: a spent quota has the status of a rate limit.
    return refusalOf({
      status: typeof status === "number" ? status : null,
      errorType: code ?? type ?? null,
      message,
      headers,
    });
  }
  // Before the first attempt the SDK does nothing that can fail but look for credentials.
  if (attempts === 0) return { kind: "auth", message, status: null, requestId: null };
  return { kind: "connection", message: withCause(message, fault) };
}
