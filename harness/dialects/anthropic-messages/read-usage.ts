import type { Usage } from "../../kernel/usage.ts";
import { type JsonRecord, recordAt, type ResponseBody, responseDocuments } from "../response-documents.ts";
import { firstCount } from "../inclusive-usage.ts";

/**
 * The counters of a Messages response. `input_tokens` leaves out what was read or written, so it is the fresh part.
 *
 * In a stream `message_start` carries them first and `message_delta` repeats them cumulatively; with server tools only the
 * last is right (provider-caches.md 2.4), so later events win.
 */
export function readUsage(response: ResponseBody): Usage | null {
  const counters: JsonRecord = Object.assign({}, ...responseDocuments(response, '"usage"').map(usageOf));
  if (Object.keys(counters).length === 0) return null;
  return {
    read: firstCount(counters["cache_read_input_tokens"]),
    write: firstCount(counters["cache_creation_input_tokens"]),
    fresh: firstCount(counters["input_tokens"]),
    output: firstCount(counters["output_tokens"]),
  };
}

/** `usage` at the top of a message and of `message_delta`, under `message` in `message_start`. Null says nothing. */
function usageOf(event: JsonRecord): JsonRecord {
  const usage = "usage" in event ? recordAt(event, "usage") : recordAt(recordAt(event, "message"), "usage");
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null));
}
