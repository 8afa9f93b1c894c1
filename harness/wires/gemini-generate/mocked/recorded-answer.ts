import { type JsonObject, isJsonObject, recordAt } from "../../../kernel/json.ts";
import { responseDocuments } from "../../shared/usage/response-documents.ts";
import type { ScriptedBlock } from "../../../mock/script/script.ts";
import { callBlock, textBlock, thinkingBlock } from "../../../mock/script/scripted-blocks.ts";
import type { RecordedAnswer } from "../../../mock/script/recorded-answer.ts";

/** The parts of the first candidate, over all chunks. Texts that follow one another are one. */
export const geminiAnswer: RecordedAnswer = {
  ofResponse: (response) =>
    joined(
      responseDocuments(response, '"candidates"').flatMap(({ candidates }) => {
        const first: unknown = Array.isArray(candidates) ? candidates[0] : null;
        return isJsonObject(first) ? toBlocks(recordAt(first, "content")) : [];
      }),
    ),
  ofHistory: (contents) => contents.flatMap((content) => (isJsonObject(content) ? toBlocks(content) : [])),
};

function toBlocks({ parts }: JsonObject): readonly ScriptedBlock[] {
  const records = Array.isArray(parts) ? parts.filter(isJsonObject) : [];
  return records.flatMap(({ text, thought, functionCall }) => {
    if (isJsonObject(functionCall)) return callBlock(functionCall["name"], functionCall["args"]);
    return thought === true ? thinkingBlock(text) : textBlock(text);
  });
}

function joined(blocks: readonly ScriptedBlock[]): readonly ScriptedBlock[] {
  const result: ScriptedBlock[] = [];
  for (const block of blocks) {
    const last = result.at(-1);
    if (last === undefined || last.type === "call" || block.type === "call" || last.type !== block.type) {
      result.push(block);
    } else result[result.length - 1] = { type: block.type, text: last.text + block.text };
  }
  return result;
}
