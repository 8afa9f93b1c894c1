import { isRecord, recordAt, type ResponseBody, responseDocuments } from "../../dialects/response-documents.ts";

/**
 * Tokens that a response of Anthropic's says were stored for an hour (`usage.cache_creation.ephemeral_1h_input_tokens`); null
 * where it does not say. The last word of a stream counts.
 */
export function readLongWrite(response: ResponseBody): number | null {
  const told = responseDocuments(response, '"ephemeral_1h_input_tokens"')
    .flatMap((document) => [document["usage"], recordAt(document, "message")["usage"]])
    .filter((usage) => isRecord(usage))
    .map((usage) => recordAt(usage, "cache_creation")["ephemeral_1h_input_tokens"])
    .findLast((tokens) => typeof tokens === "number");
  return typeof told === "number" ? told : null;
}
