import { type JsonObject, isJsonObject, recordAt } from "../../kernel/json.ts";
import type { Usage } from "../../kernel/usage.ts";
import { type ResponseBody, responseDocuments } from "../shared/usage/response-documents.ts";
import { isUnfinished } from "../shared/usage/is-unfinished.ts";
import { firstCount, halfDayWrite, inclusiveUsage } from "../shared/usage/inclusive-usage.ts";

/**
 * The counters of a Chat Completions response. `prompt_tokens` includes what was read and written. In a stream they come with
 * the last chunk, by itself or with a choice (harness/providers/FACTS.md#anthropic-usage); some vendors send growing ones, so the last counts,
 * and a stream of them that was cut does not say how long the answer was.
 */
export function readUsage(response: ResponseBody): Usage | null {
  const documents = responseDocuments(response, '"usage"').filter((each) => usageOf(each).length > 0);
  const usage = documents.flatMap(usageOf).at(-1);
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
    output: isUnfinished(documents, "choices", (choice) => choice["finish_reason"] === null) ? null : outputOf(usage),
  });
  return { ...counted, ...halfDayWrite(details, write) };
}

/** xAI, and Gemini on this wire, count what a model thought only into the total (@pydantic/genai-prices 0.1.8 adds it, too). */
function outputOf(usage: JsonObject): number | null {
  const output = firstCount(usage["completion_tokens"]);
  const thought = firstCount(recordAt(usage, "completion_tokens_details")["reasoning_tokens"]);
  const [prompt, total] = [firstCount(usage["prompt_tokens"]), firstCount(usage["total_tokens"])];
  if (output === null || thought === null || prompt === null || total === null) return output;
  return total === prompt + output + thought ? output + thought : output;
}

/** `usage` of the response or chunk; Moonshot streams it inside the choice (earendil-works/pi#2017), Groq once in `x_groq`. */
function usageOf(document: JsonObject): readonly JsonObject[] {
  const choices: readonly unknown[] = Array.isArray(document["choices"]) ? document["choices"] : [];
  const places = [document, recordAt(document, "x_groq"), ...choices.filter((choice) => isJsonObject(choice))];
  return places.flatMap(({ usage }) => (isJsonObject(usage) ? [usage] : [])).slice(0, 1);
}
