import { type JsonObject, recordsOf } from "../../kernel/json.ts";
import type { AnswerBlock } from "../shared/said/answered-blocks.ts";
import { type ResponseBody, responseDocuments } from "../shared/usage/response-documents.ts";

export function answeredBlocks(response: ResponseBody): readonly AnswerBlock[] {
  return outputItems(response).flatMap(itemBlocks);
}

/** Finished items as a stream brings them, or the output of a whole response. */
function outputItems(response: ResponseBody): readonly JsonObject[] {
  const documents = responseDocuments(response, '"output');
  const finished = documents.filter(({ type }) => type === "response.output_item.done").map(({ item }) => item);
  return recordsOf(finished.length > 0 ? finished : documents.at(-1)?.["output"]);
}

function itemBlocks(item: JsonObject): readonly AnswerBlock[] {
  const { type = "message", content } = item;
  if (type === "message") return (Array.isArray(content) ? content : [content]).map((part) => ["text", part]);
  if (type === "reasoning") return [];
  return [[typeof type === "string" && type.endsWith("_call") ? "tool-use" : "other", item]];
}

/** The output of an answer that came whole; null for any other. */
export function wholeOutput(response: ResponseBody): unknown {
  const documents = responseDocuments(response, '"output');
  const finished = documents.filter(({ type }) => type === "response.output_item.done").map(({ item }) => item);
  if (finished.length === 0) return documents.at(-1)?.["output"];
  return documents.some(({ type }) => type === "response.completed" || type === "response.incomplete")
    ? finished
    : null;
}
