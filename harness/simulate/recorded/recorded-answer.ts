import { type JsonObject, recordAt } from "../../kernel/json.ts";
import { type WrittenPart, writtenParts } from "../../cache-model/prompt/written-parts.ts";
import { readAnswer } from "../../wires/anthropic-messages/read-answer.ts";
import { chatChoice } from "../../wires/openai-chat/chat-choice.ts";
import { type ResponseBody, responseDocuments } from "../../wires/shared/usage/response-documents.ts";
import type { DialectName } from "../../kernel/layout.ts";

/** What a recorded answer said; null where its body was not kept whole, and on wires whose providers keep no answers in their caches. */
export function recordedAnswer(dialect: DialectName, response: ResponseBody | null): readonly WrittenPart[] | null {
  const parts = response === null ? [] : writtenParts(saidIn(dialect, response));
  return parts.length === 0 ? null : parts;
}

/** Of its output, what was thought, in tokens; null where nobody counted it. */
export function recordedThought(response: ResponseBody | null, usage: JsonObject | null): number | null {
  const reported = response === null ? [] : responseDocuments(response, '"reasoning_tokens"');
  const usages = reported.flatMap((document) => [recordAt(document, "usage"), usageOf(recordAt(document, "response"))]);
  for (const used of [...(usage === null ? [] : [usage]), ...usages.toReversed()]) {
    for (const details of ["output_tokens_details", "completion_tokens_details"]) {
      const thought = recordAt(used, details)["reasoning_tokens"];
      if (typeof thought === "number") return thought;
    }
  }
  return null;
}

function usageOf(document: JsonObject): JsonObject {
  return recordAt(document, "usage");
}

function saidIn(dialect: DialectName, response: ResponseBody): unknown {
  switch (dialect) {
    case "anthropic-messages":
      return readAnswer(response)?.content;
    case "openai-chat":
      return chatChoice(response);
    case "openai-responses":
      return outputItems(response);
    case "bedrock-converse":
    case "gemini-generate":
      return null;
  }
}

/** Finished items as a stream brings them, or the output of a whole response. */
function outputItems(response: ResponseBody): unknown {
  const documents = responseDocuments(response, '"output');
  const finished = documents.filter(({ type }) => type === "response.output_item.done").map(({ item }) => item);
  if (finished.length === 0) return documents.at(-1)?.["output"];
  return documents.some(({ type }) => type === "response.completed" || type === "response.incomplete")
    ? finished
    : null;
}
