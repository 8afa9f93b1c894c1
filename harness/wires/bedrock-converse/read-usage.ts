import { isJsonObject } from "../../kernel/json.ts";
import type { Usage } from "../../kernel/usage.ts";
import { type ResponseBody, responseDocuments } from "../shared/usage/response-documents.ts";
import { firstCount, longWrite } from "../shared/usage/inclusive-usage.ts";
import { eventStreamPayloads } from "../shared/usage/event-stream-payloads.ts";

/**
 * The counters of a Converse response: `inputTokens` leaves out what was read or written (harness/providers/FACTS.md#bedrock). A stream is
 * Amazon's binary one; its `metadata` event has them.
 */
export function readUsage(response: ResponseBody): Usage | null {
  const usage = jsonBodies(response)
    .flatMap((body) => responseDocuments({ contentType: "application/json", body }, '"usage"'))
    .map((document) => document["usage"])
    .filter((each) => isJsonObject(each))
    .at(-1);
  if (usage === undefined) return null;
  const write = firstCount(usage["cacheWriteInputTokens"]);
  return {
    read: firstCount(usage["cacheReadInputTokens"]),
    write,
    fresh: firstCount(usage["inputTokens"]),
    output: firstCount(usage["outputTokens"]),
    ...longWrite(toldHour(usage["cacheDetails"]), write),
  };
}

/** `cacheDetails` splits what was written by lifetime; null where a response does not. */
function toldHour(details: unknown): number | null {
  if (!Array.isArray(details)) return null;
  const parts: readonly unknown[] = details;
  const told = parts.filter((part) => isJsonObject(part));
  return told.reduce((sum, { ttl, inputTokens }) => sum + (ttl === "1h" ? (firstCount(inputTokens) ?? 0) : 0), 0);
}

function jsonBodies({ contentType, body }: ResponseBody): readonly Buffer[] {
  return contentType?.includes("amazon.eventstream") === true ? eventStreamPayloads(body) : [body];
}
