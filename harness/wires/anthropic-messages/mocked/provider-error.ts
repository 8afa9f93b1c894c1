import type { Refusal } from "../../../providers/refusal.ts";

/** The body of an error response. */
export function errorBody({ type, message, code }: Omit<Refusal, "status">, requestId: string): Buffer {
  const details = code === undefined || code === null ? {} : { details: { error_code: code } };
  return Buffer.from(JSON.stringify({ type: "error", error: { type, message, ...details }, request_id: requestId }));
}

/** The type and the message of a status if a script sets no others (platform.claude.com, Errors). */
export function errorOfStatus(status: number): Pick<Refusal, "type" | "message"> {
  return BY_STATUS[status] ?? { type: status < 500 ? "invalid_request_error" : "api_error", message: "Error" };
}

const BY_STATUS: Readonly<Record<number, Pick<Refusal, "type" | "message">>> = {
  400: { type: "invalid_request_error", message: "Invalid request" },
  401: { type: "authentication_error", message: "invalid x-api-key" },
  402: { type: "billing_error", message: "Your credit balance is too low to access the Anthropic API." },
  403: { type: "permission_error", message: "Your API key does not have permission to use the specified resource." },
  404: { type: "not_found_error", message: "Not found" },
  413: { type: "request_too_large", message: "Request exceeds the maximum size" },
  429: { type: "rate_limit_error", message: "This request would exceed your rate limit. Please try again later." },
  500: { type: "api_error", message: "Internal server error" },
  504: { type: "timeout_error", message: "The request timed out" },
  529: { type: "overloaded_error", message: "Overloaded" },
};
