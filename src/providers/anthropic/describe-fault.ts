import { APIConnectionError, APIConnectionTimeoutError, APIError } from "@anthropic-ai/sdk";
import type { ProviderError } from "../provider-error.ts";
import { connectionFault } from "../transport/fault-text.ts";
import { refusalOf } from "../transport/refusal.ts";

/** An error of the SDK as a provider error. */
export function describeFault(fault: unknown, isSent: boolean): ProviderError {
  const message = fault instanceof Error ? fault.message : String(fault);
  if (fault instanceof APIConnectionTimeoutError) return { kind: "timeout", message };
  if (fault instanceof APIConnectionError) return connectionFault(fault);
  if (fault instanceof APIError && fault.headers instanceof Headers) {
    const { status, type, headers } = fault;
    return refusalOf({
      status: typeof status === "number" ? status : null,
      errorType: type,
      message: fault.apiMessage ?? message,
      headers,
    });
  }
  // Before the first attempt the SDK only looks for credentials and writes them into headers.
  return isSent ? connectionFault(fault) : { kind: "auth", message, status: null, requestId: null };
}
