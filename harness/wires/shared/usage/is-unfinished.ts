import { isJsonObject, type JsonObject } from "../../../kernel/json.ts";

/**
 * Whether all choices among the documents of a response are still open: then a growing counter in them is not the last. False for a
 * document without choices, such as a chunk that holds usage alone.
 */
export function isUnfinished(
  documents: readonly JsonObject[],
  list: string,
  isOpen: (choice: JsonObject) => boolean,
): boolean {
  return documents.every((document) => {
    const choices: unknown = document[list];
    return Array.isArray(choices) && choices.length > 0 && choices.every((each) => isJsonObject(each) && isOpen(each));
  });
}
