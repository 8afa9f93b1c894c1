import { isJsonObject, parseJsonObject, stringOrNull } from "../../wire/json-object.ts";
import type { ProviderError, RefusalKind } from "../provider-error.ts";

/** The refusal in a response whose status reports a failure. Reads the body. */
export async function readRefusal(response: Response): Promise<ProviderError> {
  const { status, headers } = response;
  const text = await response.text().catch((fault: unknown) => `the error could not be read: ${String(fault)}`);
  const body = parseJsonObject(text);
  const error = body?.["error"] ?? body;
  const fields = isJsonObject(error) ? error : {};
  // `code` is more exact than `type`: an exhausted quota has the status of a rate limit. Google writes `status`.
  const [errorType = null] = ["code", "type", "status"].flatMap((name) => stringOrNull(fields[name]) ?? []);
  const excerpt = text.trim() === "" ? "no message" : text.trim().slice(0, 1000);
  const message = stringOrNull(fields["message"]) ?? stringOrNull(error) ?? `status ${status}: ${excerpt}`;
  return refusalOf({ status, errorType, message, headers });
}

/** A refusal by the API's error type, or by the HTTP status if the type is unknown. */
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

/** The pause that a provider asks for: `retry-after-ms`, or `retry-after` in seconds or as a date. */
export function retryAfterMs(headers: Headers): number | null {
  const exact = Number.parseFloat(headers.get("retry-after-ms") ?? "");
  if (Number.isFinite(exact)) return exact;
  const after = headers.get("retry-after") ?? "";
  const seconds = Number.parseFloat(after);
  // The response's own date measures the other date: the clocks of the two machines may differ.
  const pauseMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(after) - Date.parse(headers.get("date") ?? "");
  return Number.isFinite(pauseMs) ? pauseMs : null;
}
