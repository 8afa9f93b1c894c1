import { isJsonObject } from "../../kernel/json.ts";
import type { Usage } from "../../kernel/usage.ts";
import type { ResponseBody } from "../shared/usage/response-documents.ts";
import { geminiDocuments } from "./response-parts.ts";
import { firstCount, inclusiveUsage } from "../shared/usage/inclusive-usage.ts";

/**
 * The counters of a generateContent response. `promptTokenCount` includes the cached part; thoughts are counted apart from the
 * candidates. A counter of 0 is left out, so a cold request reports no cached part at all. In a stream every chunk has them and
 * the last counts (harness/providers/FACTS.md#gemini-usage).
 */
export function readUsage(response: ResponseBody): Usage | null {
  const usage = geminiDocuments(response, '"usageMetadata"')
    .map((document) => document["usageMetadata"])
    .filter((each) => isJsonObject(each))
    .at(-1);
  if (usage === undefined) return null;
  const candidates = firstCount(usage["candidatesTokenCount"]);
  const thoughts = firstCount(usage["thoughtsTokenCount"]);
  return inclusiveUsage({
    prompt: firstCount(usage["promptTokenCount"]),
    read: firstCount(usage["cachedContentTokenCount"]),
    write: null,
    output: candidates === null && thoughts === null ? null : (candidates ?? 0) + (thoughts ?? 0),
  });
}
