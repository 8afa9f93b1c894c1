import { type JsonObject, recordAt } from "../kernel/json.ts";
import { type ResponseBody, responseDocuments } from "./shared/usage/response-documents.ts";

/** Why a provider says that a prompt was not read from its cache. */
export type CacheReason = {
  /** The provider's own word, such as `tools_changed`. */
  readonly reason: string;
  /** Tokens that were not read, where it says so; from byte lengths, so rough. */
  readonly missedTokens: number | null;
};

/**
 * The reason that a response carries: Anthropic's `diagnostics.cache_miss_reason` (on `message_start` in a stream), OpenAI's
 * `prompt_cache_diagnostics` (under `response` in a stream). Null if the client did not ask for one, or the provider has none
 * ready or found none.
 */
export function readCacheReason(response: ResponseBody): CacheReason | null {
  const reasons = responseDocuments(response, "diagnostics").flatMap((document) => {
    const inside = [document, recordAt(document, "message"), recordAt(document, "response")];
    return inside.flatMap((each) => [anthropicReason(each), openaiReason(each)]);
  });
  return reasons.findLast((reason) => reason !== null) ?? null;
}

/** Whether a response to that question says that nothing differs: Anthropic's null, OpenAI's `cache_hit`. */
export function foundNoMiss(response: ResponseBody): boolean {
  return responseDocuments(response, "diagnostics").some((document) =>
    [document, recordAt(document, "message"), recordAt(document, "response")].some(
      (each) => each["diagnostics"] === null || recordAt(each, "prompt_cache_diagnostics")["type"] === "cache_hit",
    ),
  );
}

function anthropicReason(message: JsonObject): CacheReason | null {
  const { type, cache_missed_input_tokens: missed } = recordAt(recordAt(message, "diagnostics"), "cache_miss_reason");
  return typeof type === "string" ? { reason: type, missedTokens: numberOrNull(missed) } : null;
}

function openaiReason(response: JsonObject): CacheReason | null {
  const { type, reason, cache_missed_tokens: missed } = recordAt(response, "prompt_cache_diagnostics");
  if (typeof reason === "string") return { reason, missedTokens: numberOrNull(missed) };
  return typeof type === "string" && type !== "cache_hit" ? { reason: type, missedTokens: null } : null;
}

function numberOrNull(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
