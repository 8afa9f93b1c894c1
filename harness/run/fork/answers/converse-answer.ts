import { isRecord, type JsonRecord } from "../../../cache-model/is-record.ts";
import { recordAt, responseDocuments } from "../../../dialects/usage/response-documents.ts";
import type { ScriptedBlock } from "../../../mock/script/script.ts";
import { callBlock, textBlock, thinkingBlock } from "./blocks.ts";
import type { RecordedAnswer } from "./recorded-answer.ts";

/** Content blocks of a Converse response. An answer in Amazon's binary stream is not put together: it says nothing here. */
export const converseAnswer: RecordedAnswer = {
  ofResponse: (response) => {
    if (response.contentType?.includes("amazon.eventstream") === true) return [];
    return responseDocuments(response, '"output"').flatMap((document) =>
      toBlocks(recordAt(recordAt(document, "output"), "message")),
    );
  },
  ofHistory: (messages) => messages.flatMap((message) => (isRecord(message) ? toBlocks(message) : [])),
};

function toBlocks({ content }: JsonRecord): readonly ScriptedBlock[] {
  const blocks = Array.isArray(content) ? content.filter(isRecord) : [];
  return blocks.flatMap((block) => {
    const { text, toolUse } = block;
    if (isRecord(toolUse)) return callBlock(toolUse["name"], toolUse["input"]);
    const reasoning = recordAt(recordAt(block, "reasoningContent"), "reasoningText");
    return typeof text === "string" ? textBlock(text) : thinkingBlock(reasoning["text"]);
  });
}
