import { type JsonObject, recordAt } from "../../kernel/json.ts";
import type { Usage } from "../../kernel/usage.ts";
import { type ResponseBody, responseDocuments } from "../shared/usage/response-documents.ts";
import { firstCount, longWrite } from "../shared/usage/inclusive-usage.ts";

/**
 * The counters of a Messages response. `input_tokens` leaves out cached reads and writes, so it is the fresh part.
 * In a stream `message_start` carries them first and `message_delta` repeats them cumulatively; with server tools only the last
 * is right (harness/providers/FACTS.md#anthropic-usage), so later events win. Only the first reports the lifetime of the write;
 * the tokens that the tools add are kept for minutes. Its count of the output is a guess: a stream that was cut behind it does not say
 * how long the answer was.
 */
export function readUsage(response: ResponseBody): Usage | null {
  const counters: JsonObject = Object.assign({}, ...responseDocuments(response, '"usage"').map(usageOf));
  if (Object.keys(counters).length === 0) return null;
  const write = firstCount(counters["cache_creation_input_tokens"]);
  const told = firstCount(recordAt(counters, "cache_creation")["ephemeral_1h_input_tokens"]);
  return {
    read: firstCount(counters["cache_read_input_tokens"]),
    write,
    fresh: firstCount(counters["input_tokens"]),
    output: firstCount(counters["output_tokens"]),
    ...longWrite(told, write),
  };
}

/** `usage` at the top of a message and of `message_delta`, under `message` in `message_start`. Null says nothing. */
function usageOf(event: JsonObject): JsonObject {
  const isStart = !("usage" in event);
  const usage = recordAt(isStart ? recordAt(event, "message") : event, "usage");
  const said = Object.entries(usage).filter(
    ([name, value]) => value !== null && !(isStart && name === "output_tokens"),
  );
  return Object.fromEntries(said);
}
