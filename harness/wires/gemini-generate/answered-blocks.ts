import { isJsonObject, type JsonObject, recordAt, recordsOf } from "../../kernel/json.ts";
import { type AnswerBlock, wrappedKind } from "../shared/said/answered-blocks.ts";
import type { ResponseBody } from "../shared/usage/response-documents.ts";
import { geminiDocuments } from "./response-parts.ts";

export function answeredBlocks(response: ResponseBody): readonly AnswerBlock[] {
  return joinedTexts(partsOf(response).map((part) => [wrappedKind(part), part]));
}

function partsOf(response: ResponseBody): readonly JsonObject[] {
  return geminiDocuments(response, '"candidates"').flatMap(({ candidates }) => {
    const [first] = recordsOf(candidates);
    return first === undefined ? [] : recordsOf(recordAt(first, "content")["parts"]);
  });
}

/** A stream brings a text in pieces. */
function joinedTexts(blocks: readonly AnswerBlock[]): readonly AnswerBlock[] {
  const joined: AnswerBlock[] = [];
  for (const [kind, value] of blocks) {
    const last = joined.at(-1);
    const isMore = kind === "text" && last?.[0] === "text" && isJsonObject(last[1]) && isJsonObject(value);
    if (isMore) joined[joined.length - 1] = ["text", { text: `${textIn(last[1])}${textIn(value)}` }];
    else joined.push([kind, value]);
  }
  return joined;
}

function textIn(record: JsonObject): string {
  return typeof record["text"] === "string" ? record["text"] : "";
}
