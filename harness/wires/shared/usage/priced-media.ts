import { isJsonObject, type JsonObject, recordAt } from "../../../kernel/json.ts";

/**
 * The media of a response whose tokens may have a price of their own: audio, and images that the model makes. Images and
 * video in a prompt of Gemini cost what its text costs, so they are not named (harness/providers/FACTS.md#prices).
 */
export function pricedMedia(usages: readonly JsonObject[]): readonly string[] {
  const found = usages.flatMap((usage) => [...ofDetails(usage), ...ofModalities(usage)]);
  return [...new Set(found)].sort();
}

/** OpenAI's wire formats count parts of both sides. */
const DETAILS = ["prompt_tokens_details", "input_tokens_details", "completion_tokens_details", "output_tokens_details"];

function ofDetails(usage: JsonObject): readonly string[] {
  return DETAILS.flatMap((name) => {
    const details = recordAt(usage, name);
    return ["audio", "image"].filter((medium) => isSome(details[`${medium}_tokens`]));
  });
}

/** Gemini lists them by modality. */
const PROMPT_LISTS = ["promptTokensDetails", "cacheTokensDetails", "toolUsePromptTokensDetails"];
const ANSWER_LISTS = ["candidatesTokensDetails"];

function ofModalities(usage: JsonObject): readonly string[] {
  return [
    ...PROMPT_LISTS.flatMap((name) => modalities(usage[name]).filter((each) => each === "audio")),
    ...ANSWER_LISTS.flatMap((name) => modalities(usage[name]).filter((each) => each !== "text")),
  ];
}

function modalities(list: unknown): readonly string[] {
  const entries: readonly unknown[] = Array.isArray(list) ? list : [];
  return entries.flatMap((entry) => {
    if (!isJsonObject(entry) || !isSome(entry["tokenCount"])) return [];
    const { modality } = entry;
    return typeof modality === "string" ? [modality.toLowerCase()] : [];
  });
}

function isSome(count: unknown): boolean {
  return typeof count === "number" && count > 0;
}
