import type { Usage } from "../../kernel/usage.ts";
import { isRecord, type ResponseBody, responseDocuments } from "../response-documents.ts";
import { firstCount } from "../inclusive-usage.ts";
import { eventStreamPayloads } from "./event-stream-payloads.ts";

/**
 * The counters of a Converse response: `inputTokens` leaves out what was read or written (provider-caches.md 8). A stream is
 * Amazon's binary one; its `metadata` event has them.
 */
export function readUsage(response: ResponseBody): Usage | null {
  const usage = jsonBodies(response)
    .flatMap((body) => responseDocuments({ contentType: "application/json", body }, '"usage"'))
    .map((document) => document["usage"])
    .filter((each) => isRecord(each))
    .at(-1);
  if (usage === undefined) return null;
  return {
    read: firstCount(usage["cacheReadInputTokens"]),
    write: firstCount(usage["cacheWriteInputTokens"]),
    fresh: firstCount(usage["inputTokens"]),
    output: firstCount(usage["outputTokens"]),
  };
}

function jsonBodies({ contentType, body }: ResponseBody): readonly Buffer[] {
  return contentType?.includes("amazon.eventstream") === true ? eventStreamPayloads(body) : [body];
}
