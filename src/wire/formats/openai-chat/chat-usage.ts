import { isJsonObject, type JsonObject } from "../../json-object.ts";
import { countOf, inclusiveUsage, unknownUsage, type TokenUsage } from "../../token-usage.ts";

/**
 * The counters of a chat completion's `usage`. `prompt_tokens` includes what was read and written.
 * What was read is told in one of three places: `prompt_tokens_details.cached_tokens`, `cached_tokens` (Moonshot),
 * `prompt_cache_hit_tokens` (DeepSeek); a write in one of three by few, and by the others nowhere. Where none is there, it is
 * not known.
 */
export function readChatUsage(value: unknown): TokenUsage {
  if (!isJsonObject(value)) return unknownUsage;
  const details = isJsonObject(value["prompt_tokens_details"]) ? value["prompt_tokens_details"] : {};
  return inclusiveUsage({
    prompt: countOf(value["prompt_tokens"]),
    read:
      countOf(details["cached_tokens"]) ?? countOf(value["cached_tokens"]) ?? countOf(value["prompt_cache_hit_tokens"]),
    write:
      countOf(details["cache_write_tokens"]) ??
      countOf(details["cache_creation_input_tokens"]) ??
      countOf(value["cache_write_tokens"]),
    output: countOf(value["completion_tokens"]),
  });
}

/** The `usage` of a chunk; Moonshot streams it inside the choice (earendil-works/pi#2017), Groq once in `x_groq`. Null: none. */
export function usageOfChunk(chunk: JsonObject): TokenUsage | null {
  const choices: readonly unknown[] = Array.isArray(chunk["choices"]) ? chunk["choices"] : [];
  const found = [chunk, chunk["x_groq"], ...choices]
    .map((place) => (isJsonObject(place) ? place["usage"] : null))
    .find(isJsonObject);
  return found === undefined ? null : readChatUsage(found);
}
