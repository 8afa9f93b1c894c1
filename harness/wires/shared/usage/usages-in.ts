import { type JsonObject, recordAt } from "../../../kernel/json.ts";
import { type ResponseBody, responseDocuments } from "./response-documents.ts";

/** What reports usage in a response, in order and on any wire: each document or event, and the message or response in it. */
export function usageHolders(response: ResponseBody): readonly JsonObject[] {
  const documents = ['"usage"', '"usageMetadata"'].flatMap((word) => responseDocuments(response, word));
  return documents.flatMap((each) => [each, recordAt(each, "message"), recordAt(each, "response")]);
}

/** The usage objects of a response in order: a stream has several. A place without one gives an empty object. */
export function usagesIn(response: ResponseBody): readonly JsonObject[] {
  return usageHolders(response).flatMap((each) => [recordAt(each, "usage"), recordAt(each, "usageMetadata")]);
}
