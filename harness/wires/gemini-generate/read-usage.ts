import { isJsonObject } from "../../kernel/json.ts";
import type { Usage } from "../../kernel/usage.ts";
import type { ResponseBody } from "../shared/usage/response-documents.ts";
import { geminiDocuments } from "./response-parts.ts";
import { isUnfinished } from "../shared/usage/is-unfinished.ts";
import { firstCount, inclusiveUsage } from "../shared/usage/inclusive-usage.ts";

/**
 * The counters of a generateContent response. `promptTokenCount` includes the cached part; thoughts are counted apart from the
 * candidates. A counter of 0 is left out, so a cold request reports no cached part at all. In a stream every chunk has them and
 * the last counts (harness/providers/FACTS.md#gemini-usage): one that was cut does not say how long the answer was. The prompts of
 * rounds behind a tool of Google's are counted apart, and never read.
 */
export function readUsage(response: ResponseBody): Usage | null {
  const documents = geminiDocuments(response, '"usageMetadata"');
  const usage = documents
    .map((document) => document["usageMetadata"])
    .filter((each) => isJsonObject(each))
    .at(-1);
  if (usage === undefined) return null;
  const candidates = firstCount(usage["candidatesTokenCount"]);
  const thoughts = firstCount(usage["thoughtsTokenCount"]);
  const prompt = firstCount(usage["promptTokenCount"]);
  const ofTools = firstCount(usage["toolUsePromptTokenCount"]);
  const isUnknown =
    (candidates === null && thoughts === null) ||
    isUnfinished(documents, "candidates", (each) => each["finishReason"] === undefined);
  return inclusiveUsage({
    prompt: prompt === null ? null : prompt + (ofTools ?? 0),
    read: firstCount(usage["cachedContentTokenCount"]),
    write: null,
    output: isUnknown ? null : (candidates ?? 0) + (thoughts ?? 0),
  });
}
