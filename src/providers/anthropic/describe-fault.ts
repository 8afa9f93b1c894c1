import { APIConnectionError, APIConnectionTimeoutError, APIError } from "@anthropic-ai/sdk";
import { mask, withCause, type FaultContext } from "../fault-text.ts";
import type { ProviderError } from "../provider-error.ts";
import { refusalOf } from "../refusal.ts";

/** What the SDK threw, as a provider error. */
export function describeFault(fault: unknown, context: FaultContext): ProviderError {
  return mask(classify(fault, context.attempts), context);
}

function classify(fault: unknown, attempts: number): ProviderError {
  const message = fault instanceof Error ? fault.message : String(fault);
  if (fault instanceof APIConnectionTimeoutError) return { kind: "timeout", message };
  if (fault instanceof APIConnectionError) return { kind: "connection", message: withCause(message, fault.cause) };
  if (fault instanceof APIError && fault.headers instanceof Headers) {
    const { status, type, headers } = fault;
    return refusalOf({
      status: typeof status === "number" ? status : null,
      errorType: type,
      message: fault.apiMessage ?? message,
      headers,
    });
  }
  // Before the first attempt the SDK does nothing that can fail but look for credentials and write them into headers.
  if (attempts === 0) return { kind: "auth", message, status: null, requestId: null };
  return { kind: "connection", message: withCause(message, fault) };
}
