import { isJsonObject, recordsOf } from "../../../kernel/json.ts";
import { responseDocuments } from "../../shared/usage/response-documents.ts";
import type { ScriptedBlock } from "../../../mock/script/script.ts";
import { callBlock, textBlock, thinkingBlock } from "../../../mock/script/scripted-blocks.ts";
import type { RecordedAnswer } from "../../../mock/script/recorded-answer.ts";

/** Output items: of a whole response, or of a stream each as it was finished. */
export const responsesAnswer: RecordedAnswer = {
  ofResponse: (response) => {
    const documents = responseDocuments(response, '"');
    const finished = documents.filter(({ type }) => type === "response.output_item.done").map(({ item }) => item);
    if (finished.length > 0) return finished.flatMap(toBlocks);
    const output = documents.at(-1)?.["output"];
    return Array.isArray(output) ? output.flatMap(toBlocks) : [];
  },
  ofHistory: (items) => items.flatMap(toBlocks),
};

function toBlocks(item: unknown): readonly ScriptedBlock[] {
  if (!isJsonObject(item)) return [];
  const { type = "message", content, summary, name, namespace, input } = item;
  const tool = typeof namespace === "string" ? `${namespace}.${String(name)}` : name;
  switch (type) {
    case "message":
      return typeof content === "string"
        ? textBlock(content)
        : recordsOf(content).flatMap(({ text }) => textBlock(text));
    case "reasoning":
      return recordsOf(summary).flatMap(({ text }) => thinkingBlock(text));
    case "function_call":
      return callBlock(tool, item["arguments"]);
    case "custom_tool_call":
      return callBlock(tool, { input });
    default:
      return [];
  }
}
