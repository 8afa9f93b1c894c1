import { isJsonObject, type JsonObject } from "../../kernel/json.ts";
import { type ResponseBody, responseDocuments } from "../shared/usage/response-documents.ts";

/** The documents of a response that say `word`; Code Assist wraps each in `response`. */
export function geminiDocuments(response: ResponseBody, word: string): readonly JsonObject[] {
  return responseDocuments(response, word).map((document) => {
    const { response: wrapped } = document;
    return isJsonObject(wrapped) ? wrapped : document;
  });
}
