import { type JsonObject, recordAt } from "../../../kernel/json.ts";
import { type ResponseBody, responseDocuments } from "./response-documents.ts";

/** The usage objects of a response in order, on any wire: a stream has several. A place without one gives an empty object. */
export function usagesIn(response: ResponseBody): readonly JsonObject[] {
  const documents = ['"usage"', '"usageMetadata"'].flatMap((word) => responseDocuments(response, word));
  return documents.flatMap((document) =>
    [document, recordAt(document, "message"), recordAt(document, "response")].flatMap((each) => [
      recordAt(each, "usage"),
      recordAt(each, "usageMetadata"),
    ]),
  );
}
