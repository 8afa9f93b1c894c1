import { type Refusal, invalidRequest } from "../../../providers/refusal.ts";
import type { Header } from "../../../kernel/exchange.ts";
import { headerOf } from "../../../mock/parse-json-body.ts";

/** The largest body that the provider takes (platform.claude.com, Errors: 413). */
const MAX_BYTES = 32 * 1024 * 1024;

/** Refusals before the body is read. */
export function rejectEnvelope(headers: readonly Header[], body: Buffer): Refusal | null {
  if (headerOf(headers, "x-api-key") === "" && headerOf(headers, "authorization") === "") {
    return { status: 401, type: "authentication_error", message: "x-api-key header is required" };
  }
  if (headerOf(headers, "anthropic-version") === "") return invalidRequest("anthropic-version: header is required");
  if (body.length <= MAX_BYTES) return null;
  return { status: 413, type: "request_too_large", message: "Request exceeds the maximum size" };
}
