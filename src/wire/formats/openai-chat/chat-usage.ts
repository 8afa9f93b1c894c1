import { isJsonObject } from "../../json-object.ts";
import { countOf, unknownUsage, type TokenUsage } from "../../token-usage.ts";

/**
 * The counters of a chat completion's `usage`. `prompt_tokens` includes what was read and written (provider-caches.md 3).
 * What was read is told in one of three places: `prompt_tokens_details.cached_tokens`, `cached_tokens` (Moonshot),
 * `prompt_cache_hit_tokens` (DeepSeek). Where none is there, how much was read is unknown. Writes are told by few; where
 * they are not, what was stored is billed as fresh input and counted there.
 */
export function readChatUsage(value: unknown): TokenUsage {
  if (!isJsonObject(value)) return unknownUsage;
  const details = isJsonObject(value["prompt_tokens_details"]) ? value["prompt_tokens_details"] : {};
  const prompt = countOf(value["prompt_tokens"]);
  const read =
    countOf(details["cached_tokens"]) ?? countOf(value["cached_tokens"]) ?? countOf(value["prompt_cache_hit_tokens"]);
  const write = countOf(details["cache_write_tokens"]) ?? countOf(details["cache_creation_input_tokens"]) ?? 0;
  return {
    read,
    write: prompt === null ? null : write,
    fresh: prompt === null || read === null ? null : prompt - read - write,
    output: countOf(value["completion_tokens"]),
  };
}
