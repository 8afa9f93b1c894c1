import type { ProviderError, RefusalKind } from "./provider-error.ts";

/** A refusal by the API's error type; where that is a gateway's own, by the HTTP status. */
export function refusalOf(refused: {
  readonly status: number | null;
  readonly errorType: string | null;
  readonly message: string;
  readonly headers: Headers;
}): ProviderError {
  const { status, errorType, message, headers } = refused;
  const kind = kindByType.get(errorType ?? "") ?? kindOf(status);
  const common = { message, status, requestId: headers.get("request-id") ?? headers.get("x-request-id") };
  if (kind === "timeout") return { kind, message };
  return kind === "rate-limit" ? { kind, ...common, retryAfterMs: retryAfterMs(headers) } : { kind, ...common };
}

type Kind = RefusalKind | "rate-limit" | "timeout";

/** Error types and codes of the APIs (Anthropic, OpenAI and Google docs, "Errors"). */
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
  ["invalid_api_key", "auth"],
  ["insufficient_quota", "permission"],
  ["rate_limit_exceeded", "rate-limit"],
  ["server_error", "server"],
  ["INVALID_ARGUMENT", "bad-request"],
  ["FAILED_PRECONDITION", "bad-request"],
  ["UNAUTHENTICATED", "auth"],
  ["PERMISSION_DENIED", "permission"],
  ["NOT_FOUND", "not-found"],
  ["RESOURCE_EXHAUSTED", "rate-limit"],
  ["INTERNAL", "server"],
  ["UNAVAILABLE", "overloaded"],
  ["DEADLINE_EXCEEDED", "timeout"],
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
export function retryAfterMs(headers: Headers): number | null {
  const exact = Number(headers.get("retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(exact)) return exact;
  const after = headers.get("retry-after");
  if (after === null) return null;
  const seconds = Number(after);
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(after) - Date.parse(headers.get("date") ?? "");
  return Number.isFinite(waitMs) ? waitMs : null;
}
