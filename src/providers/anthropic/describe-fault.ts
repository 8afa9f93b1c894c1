import { APIConnectionError, APIConnectionTimeoutError, APIError } from "@anthropic-ai/sdk";
import type { ProviderError, RefusalKind } from "../provider-error.ts";

export type FaultContext = {
  readonly attempts: number;
  /** Credentials that no message may show. */
  readonly secrets: readonly string[];
};

/** What the SDK threw, as a provider error. */
export function describeFault(fault: unknown, { attempts, secrets }: FaultContext): ProviderError {
  const error = classify(fault, attempts);
  return { ...error, message: secrets.reduce((text, secret) => text.replaceAll(secret, "***"), error.message) };
}

/** A refusal by the API's error type; where that is a gateway's own, by the HTTP status. */
export function refusalOf(refused: {
  readonly status: number | null;
  readonly errorType: string | null;
  readonly message: string;
  readonly headers: Headers;
}): ProviderError {
  const { status, errorType, message, headers } = refused;
  const kind = kindByType.get(errorType ?? "") ?? kindOf(status);
  const common = { message, status, requestId: headers.get("request-id") };
  if (kind === "timeout") return { kind, message };
  return kind === "rate-limit" ? { kind, ...common, retryAfterMs: retryAfterMs(headers) } : { kind, ...common };
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

type Kind = RefusalKind | "rate-limit" | "timeout";

/** Error types of the API (docs, "Errors"). */
const kindByType: ReadonlyMap<string, Kind> = new Map([
  ["invalid_request_error", "bad-request"],
  ["request_too_large", "bad-request"],
  ["authentication_error", "auth"],
  ["billing_error", "permission"],
  ["permission_error", "permission"],
  ["not_found_error", "not-found"],
  ["timeout_error", "timeout"],
  ["rate_limit_error", "rate-limit"],
  ["api_error", "server"],
  ["overloaded_error", "overloaded"],
]);

const kindByStatus: ReadonlyMap<number, Kind> = new Map([
  [401, "auth"],
  [402, "permission"],
  [403, "permission"],
  [404, "not-found"],
  [408, "timeout"],
  [429, "rate-limit"],
  [529, "overloaded"],
]);

function kindOf(status: number | null): Kind {
  if (status === null) return "server";
  return kindByStatus.get(status) ?? (status >= 500 ? "server" : "bad-request");
}

/** The wait in milliseconds: `retry-after-ms`, or `retry-after` in seconds or as a date, read against the response's own. */
function retryAfterMs(headers: Headers): number | null {
  const exact = Number(headers.get("retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(exact)) return exact;
  const after = headers.get("retry-after");
  if (after === null) return null;
  const seconds = Number(after);
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(after) - Date.parse(headers.get("date") ?? "");
  return Number.isFinite(waitMs) ? waitMs : null;
}

/** The SDK says only "Connection error."; the reason (`ECONNREFUSED`) is a cause or two below. */
function withCause(message: string, fault: unknown): string {
  let cause = fault;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return cause instanceof Error && cause.message !== message ? `${message} ${cause.message}` : message;
}
