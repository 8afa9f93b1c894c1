import { type JsonObject, isJsonObject, recordAt } from "../../kernel/json.ts";
import type { Usage } from "../../kernel/usage.ts";
import { type ResponseBody, responseDocuments } from "../shared/usage/response-documents.ts";
import { firstCount, halfDayWrite, inclusiveUsage } from "../shared/usage/inclusive-usage.ts";

/**
 * The counters of a Chat Completions response. `prompt_tokens` includes what was read and written. In a stream they come with
 * the last chunk, by itself or with a choice; some vendors send growing ones, so the last counts.
 */
export function readUsage(response: ResponseBody): Usage | null {
  const usage = responseDocuments(response, '"usage"').flatMap(usageOf).at(-1);
  if (usage === undefined) return null;
  const details = recordAt(usage, "prompt_tokens_details");
  const write = firstCount(
    details["cache_write_tokens"], // OpenAI from GPT-5.6 on, OpenRouter
    details["cache_creation_input_tokens"], // DashScope
    usage["cache_write_tokens"], // Moonshot
  );
  const counted = inclusiveUsage({
    prompt: firstCount(usage["prompt_tokens"]),
    read: firstCount(
      details["cached_tokens"],
      usage["prompt_cache_hit_tokens"], // DeepSeek
      usage["cached_tokens"], // Moonshot (platform.kimi.ai, Chat; vercel/ai#12352)
    ),
    write,
    output: firstCount(usage["completion_tokens"]),
  });
  return { ...counted, ...halfDayWrite(details, write) };
}

/** `usage` of the response or chunk; Moonshot streams it inside the choice (earendil-works/pi#2017), Groq once in `x_groq`. */
function usageOf(document: JsonObject): readonly JsonObject[] {
  const choices: readonly unknown[] = Array.isArray(document["choices"]) ? document["choices"] : [];
  const places = [document, recordAt(document, "x_groq"), ...choices.filter((choice) => isJsonObject(choice))];
  return places.flatMap(({ usage }) => (isJsonObject(usage) ? [usage] : [])).slice(0, 1);
}
