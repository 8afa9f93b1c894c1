import { decodeSegment } from "../../../kernel/text/decode-segment.ts";
import { headerOf, parseJsonBody } from "../../../mock/parse-json-body.ts";
import type { WireRequest } from "../../../mock/mock-wire.ts";
import { invalidRequest, type Refusal } from "../../../providers/refusal.ts";

/** The part of a request for Claude that the path of Vertex holds. */
export type VertexCall = {
  readonly counts: boolean;
  /** Null where the body names the model, as in a count. */
  readonly named: { readonly model: string; readonly stream: boolean } | null;
};

/** Null for any other path. */
export function vertexCall(path: string): VertexCall | null {
  const { model, method } = ENDPOINT.exec(path)?.groups ?? {};
  const named = decodeSegment(model ?? "");
  if (model === undefined || named === null) return null;
  if (named === "count-tokens") return { counts: true, named: null };
  return { counts: false, named: { model: named, stream: method === "streamRawPredict" } };
}

const ENDPOINT = /\/publishers\/anthropic\/models\/(?<model>[^/:?]+):(?<method>rawPredict|streamRawPredict)(?:\?|$)/;

/** Refusals before the body is read as a request: Google asks for a token, and Claude's version stands in the body. */
export function rejectVertex({ headers, body }: WireRequest): Refusal | null {
  if (headerOf(headers, "authorization") === "") {
    const message = "Request is missing required authentication credential.";
    return { status: 401, type: "authentication_error", message };
  }
  const version = parseJsonBody(body)?.["anthropic_version"];
  return typeof version === "string" ? null : invalidRequest("anthropic_version: Field required");
}
