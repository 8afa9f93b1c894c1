import { isJsonObject, type JsonObject, recordAt, recordsOf, parseJson } from "../../kernel/json.ts";
import { type AnswerBlock, wrappedKind } from "../shared/said/answered-blocks.ts";
import { type ResponseBody, responseDocuments } from "../shared/usage/response-documents.ts";
import { eventStreamPayloads } from "../shared/usage/event-stream-payloads.ts";

export function answeredBlocks(response: ResponseBody): readonly AnswerBlock[] {
  return contentOf(response).map((block) => [wrappedKind(block), block]);
}

/** The content of a whole answer, or of a stream in Amazon's binary framing, put together by the index of each block. */
function contentOf(response: ResponseBody): readonly JsonObject[] {
  if (response.contentType?.includes("amazon.eventstream") !== true) {
    return responseDocuments(response, '"output"').flatMap((document) =>
      recordsOf(recordAt(recordAt(document, "output"), "message")["content"]),
    );
  }
  const texts = new Map<number, string>();
  const calls = new Map<number, { readonly start: JsonObject; input: string }>();
  for (const payload of eventStreamPayloads(response.body)) {
    const event = parseJson(payload.toString("utf8"));
    if (!isJsonObject(event)) continue;
    const index = Number(event["contentBlockIndex"] ?? 0);
    const start = recordAt(recordAt(event, "start"), "toolUse");
    if (start["toolUseId"] !== undefined) calls.set(index, { start, input: "" });
    const delta = recordAt(event, "delta");
    if (typeof delta["text"] === "string") texts.set(index, (texts.get(index) ?? "") + delta["text"]);
    const more = recordAt(delta, "toolUse")["input"];
    const call = calls.get(index);
    if (typeof more === "string" && call !== undefined) call.input += more;
  }
  const blocks: { readonly index: number; readonly block: JsonObject }[] = [];
  for (const [index, text] of texts) blocks.push({ index, block: { text } });
  for (const [index, { start, input }] of calls) blocks.push({ index, block: { toolUse: { ...start, input } } });
  return blocks.sort((left, right) => left.index - right.index).map(({ block }) => block);
}
