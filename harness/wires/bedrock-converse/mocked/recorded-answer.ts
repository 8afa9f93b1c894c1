import { type JsonObject, isJsonObject, recordAt } from "../../../kernel/json.ts";
import { responseDocuments } from "../../shared/usage/response-documents.ts";
import type { ScriptedBlock } from "../../../mock/script/script.ts";
import { callBlock, textBlock, thinkingBlock } from "../../../mock/script/scripted-blocks.ts";
import type { RecordedAnswer } from "../../../mock/script/recorded-answer.ts";

/** Content blocks of a Converse response. An answer in Amazon's binary stream is not put together: it says nothing here. */
export const converseAnswer: RecordedAnswer = {
  ofResponse: (response) => {
    if (response.contentType?.includes("amazon.eventstream") === true) return [];
    return responseDocuments(response, '"output"').flatMap((document) =>
      toBlocks(recordAt(recordAt(document, "output"), "message")),
    );
  },
  ofHistory: (messages) => messages.flatMap((message) => (isJsonObject(message) ? toBlocks(message) : [])),
};

function toBlocks({ content }: JsonObject): readonly ScriptedBlock[] {
  const blocks = Array.isArray(content) ? content.filter(isJsonObject) : [];
  return blocks.flatMap((block) => {
    const { text, toolUse } = block;
    if (isJsonObject(toolUse)) return callBlock(toolUse["name"], toolUse["input"]);
    const reasoning = recordAt(recordAt(block, "reasoningContent"), "reasoningText");
    return typeof text === "string" ? textBlock(text) : thinkingBlock(reasoning["text"]);
  });
}
