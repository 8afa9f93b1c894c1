import { wireNamed } from "../../wires/list.ts";
import { type JsonObject, recordAt } from "../../kernel/json.ts";
import { type WrittenPart, writtenParts } from "../../cache-model/prompt/written-parts.ts";
import { type ResponseBody, responseDocuments } from "../../wires/shared/usage/response-documents.ts";
import type { DialectName } from "../../kernel/layout.ts";

/**
 * The content of a recorded answer. Null if its body was not kept whole, and in wire formats whose providers keep no answers in
 * their caches.
 */
export function recordedAnswer(dialect: DialectName, response: ResponseBody | null): readonly WrittenPart[] | null {
  const parts = response === null ? [] : writtenParts(wireNamed(dialect).cachedAnswer?.(response) ?? null);
  return parts.length === 0 ? null : parts;
}

/** The thinking part of its output, in tokens; null if it was not counted. */
export function recordedThought(response: ResponseBody | null, usage: JsonObject | null): number | null {
  const reported = response === null ? [] : responseDocuments(response, '"reasoning_tokens"');
  const usages = reported.flatMap((document) => [recordAt(document, "usage"), usageOf(recordAt(document, "response"))]);
  for (const used of [...(usage === null ? [] : [usage]), ...usages.toReversed()]) {
    for (const details of ["output_tokens_details", "completion_tokens_details"]) {
      const thought = recordAt(used, details)["reasoning_tokens"];
      if (typeof thought === "number") return thought;
    }
  }
  return null;
}

function usageOf(document: JsonObject): JsonObject {
  return recordAt(document, "usage");
}
