import { type JsonObject, isJsonObject, parseJson } from "../../../kernel/json.ts";
import { memoizeByObject } from "../../../kernel/memo/memoize-by-object.ts";
import { streamTexts } from "./stream-texts.ts";

export type ResponseBody = { readonly contentType: string | null; readonly body: Buffer };

/**
 * The JSON objects that a response is made of, in order: the body itself, the events of a stream, or the elements of a list
 * (frames of a WebSocket, Gemini's stream without `alt=sse`). Only those that say `word` are parsed: a stream is long, and
 * what is asked for stands in few of its events. What was cut off in the middle is unknown, not an error.
 */
export function responseDocuments(response: ResponseBody, word: string): readonly JsonObject[] {
  return documentsOf(response).flatMap(({ text, records }) => (text.includes(word) ? records() : []));
}

/** One response is read for several facts: its usage, its miss reason, whether they are possible. */
const documentsOf = memoizeByObject((response: ResponseBody): readonly Document[] =>
  (streamTexts(response) ?? [response.body.toString("utf8")]).map((each) => {
    let parsed: readonly JsonObject[] | null = null;
    return { text: each, records: () => (parsed ??= parse(each).filter((value) => isJsonObject(value))) };
  }),
);

type Document = { readonly text: string; readonly records: () => readonly JsonObject[] };

/** The value of a document, or the elements of one that is a list. */
function parse(text: string): readonly unknown[] {
  const value = parseJson(text);
  return Array.isArray(value) ? value : [value];
}
