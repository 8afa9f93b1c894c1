import { type Refusal, validationError } from "../../../providers/refusal.ts";
import { decodeSegment } from "../../../kernel/text/decode-segment.ts";
import type { Reading, WireRequest } from "../../../mock/mock-wire.ts";
import { headerOf } from "../../../mock/parse-json-body.ts";

/** The parts of a Bedrock path. */
export type BedrockEndpoint = { readonly model: string; readonly operation: string };

/** Model ids may hold a colon, and an ARN escaped slashes. */
export function endpointOf({ method, path }: Pick<WireRequest, "method" | "path">): BedrockEndpoint | null {
  const { model, operation } = /^\/model\/(?<model>[^/?]+)\/(?<operation>[a-z-]+)(?:\?|$)/.exec(path)?.groups ?? {};
  if (method !== "POST" || model === undefined || operation === undefined) return null;
  const decoded = decodeSegment(model);
  return decoded === null ? null : { model: decoded, operation };
}

/** Refusals before the body is read: no signature, or no model of a vendor that Bedrock has. Wording as recorded. */
export function rejectCaller({ headers }: WireRequest, { model }: BedrockEndpoint): Refusal | null {
  if (headerOf(headers, "authorization") === "") {
    return { status: 403, type: "MissingAuthenticationTokenException", message: "Missing Authentication Token" };
  }
  if (/^(?:[a-z-]+\.)?[a-z0-9]+\.[\w.-]+(?::\d+)?$|^arn:/.test(model)) return null;
  return validationError("The provided model identifier is invalid.");
}

export function refused(rejection: Refusal): Reading {
  return { kind: "refused", rejection };
}
