import { recordAt } from "../../kernel/json.ts";
import { hasRootMember } from "../../wires/shared/layout/root-member.ts";
import { responseDocuments, type ResponseBody } from "../../wires/shared/usage/response-documents.ts";
import { readCacheReason } from "../../wires/read-cache-reason.ts";
import type { LiveEndpoint } from "./live-endpoint.ts";

/**
 * A provider's reason for a miss, if it was asked (harness/providers/FACTS.md#diagnostics). It compares prompts, whatever was
 * read.
 */
export type Diagnosis =
  /** Not asked: the provider has no such answer. */
  | { readonly says: "not-asked" }
  /** Asked, and the response holds no word of it, or one that is still being computed. */
  | { readonly says: "nothing" }
  /** The prompt continues the parent's. */
  | { readonly says: "unchanged" }
  /** The provider cannot answer: `unavailable`, or it has forgotten the parent's response. */
  | { readonly says: "unavailable"; readonly reason: string }
  | { readonly says: "changed"; readonly reason: string; readonly missedTokens: number | null };

/**
 * The body with the question why it misses, compared with the response `previous` (null on the parent's own request). It
 * is a member outside the prefix. As it is where the provider answers no such question, or the client asks on its own.
 */
export function askDiagnosis(body: Buffer, diagnoses: LiveEndpoint["diagnoses"], previous: string | null): Buffer {
  switch (diagnoses) {
    case "anthropic-messages":
      return withMember(body, "diagnostics", JSON.stringify({ previous_message_id: previous }));
    case "openai-responses":
      if (previous === null) return body;
      return withMember(body, "prompt_cache_options", JSON.stringify({ comparison_response_id: previous }));
    case null:
      return body;
  }
}

function withMember(body: Buffer, name: string, value: string): Buffer {
  const end = body.lastIndexOf("}");
  if (end === -1 || hasRootMember(body, name)) return body;
  const isEmpty = /^\s*\{\s*$/.test(body.toString("latin1", 0, Math.min(end, 64)));
  const member = Buffer.from(`${isEmpty ? "" : ","}${JSON.stringify(name)}:${value}`);
  return Buffer.concat([body.subarray(0, end), member, body.subarray(end)]);
}

/** The id by which the provider knows a response; null without one. */
export function responseId(response: ResponseBody): string | null {
  const ids = responseDocuments(response, '"id"').flatMap((document) =>
    [recordAt(document, "message"), recordAt(document, "response"), document].map((each) => each["id"]),
  );
  return ids.find((id): id is string => typeof id === "string") ?? null;
}

export function readDiagnosis(response: ResponseBody, diagnoses: LiveEndpoint["diagnoses"]): Diagnosis {
  if (diagnoses === null) return { says: "not-asked" };
  const found = readCacheReason(response);
  if (found !== null) {
    const { reason, missedTokens } = found;
    return UNAVAILABLE.has(reason) ? { says: "unavailable", reason } : { says: "changed", reason, missedTokens };
  }
  return saysUnchanged(response, diagnoses) ? { says: "unchanged" } : { says: "nothing" };
}

const UNAVAILABLE: ReadonlySet<string> = new Set([
  "unavailable",
  "previous_message_not_found",
  "comparison_response_not_found",
]);

/** Anthropic: `diagnostics: null`; an object without a reason is still being computed. OpenAI: the type `cache_hit`. */
function saysUnchanged(response: ResponseBody, diagnoses: "anthropic-messages" | "openai-responses"): boolean {
  return responseDocuments(response, "diagnostics").some((document) => {
    const message = [document, recordAt(document, "message"), recordAt(document, "response")];
    if (diagnoses === "anthropic-messages") return message.some((each) => each["diagnostics"] === null);
    return message.some((each) => recordAt(each, "prompt_cache_diagnostics")["type"] === "cache_hit");
  });
}
