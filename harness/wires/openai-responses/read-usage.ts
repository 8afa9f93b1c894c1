import { isJsonObject, recordAt } from "../../kernel/json.ts";
import type { Usage } from "../../kernel/usage.ts";
import { type ResponseBody, responseDocuments } from "../shared/usage/response-documents.ts";
import { firstCount, halfDayWrite, inclusiveUsage } from "../shared/usage/inclusive-usage.ts";

/**
 * The counters of a response. `input_tokens` includes what was read and written. In a stream the last event that carries the
 * response (`response.completed`, `response.incomplete`) has them; on earlier ones they are null.
 */
export function readUsage(response: ResponseBody): Usage | null {
  const usage = responseDocuments(response, '"usage"')
    .map((document) => document["usage"] ?? recordAt(document, "response")["usage"])
    .filter((each) => isJsonObject(each))
    .at(-1);
  if (usage === undefined) return null;
  const details = recordAt(usage, "input_tokens_details");
  const write = firstCount(details["cache_write_tokens"]);
  const counted = inclusiveUsage({
    prompt: firstCount(usage["input_tokens"]),
    read: firstCount(details["cached_tokens"]),
    write,
    output: firstCount(usage["output_tokens"]),
  });
  return { ...counted, ...halfDayWrite(details, write) };
}
