import { recordAt } from "../../kernel/json.ts";
import { decodeString } from "../../wire-scan/decode-string.ts";
import { scanElements, scanMembers } from "../../wire-scan/scan-container.ts";
import { skipValue } from "../../wire-scan/skip-value.ts";
import { skipWhiteSpace } from "../../wire-scan/skip-white-space.ts";
import { contentStart } from "../../wire-scan/validate-json.ts";
import { eventData } from "../shared/usage/event-stream.ts";
import { type ResponseBody, responseDocuments } from "../shared/usage/response-documents.ts";

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;

/** The id under which a later request can continue this answer; null without an id. */
export function answerId(response: ResponseBody): string | null {
  for (const document of responseDocuments(response, '"object"')) {
    for (const { id, object } of [document, recordAt(document, "response")]) {
      if (object === "response" && typeof id === "string") return id;
    }
  }
  return null;
}

/**
 * An answer over HTTP as the list of events that a WebSocket would have brought, each item raw: of a stream its events, of a
 * JSON body its output.
 */
export function answerFrames({ contentType, body }: ResponseBody): Buffer {
  const isJson =
    body[skipWhiteSpace(body, contentStart(body))] === OPEN_BRACE && contentType?.includes("event-stream") !== true;
  return isJson ? listOf(outputItems(body)) : listOf(doneEvents(body.toString("utf8")));
}

function doneEvents(text: string): readonly string[] {
  return eventData(text).filter((data) => data.includes('"response.output_item.done"'));
}

function outputItems(body: Buffer): readonly string[] {
  const items: string[] = [];
  scanMembers(body, skipWhiteSpace(body, contentStart(body)), (keyStart, keyEnd, valueStart) => {
    if (body[valueStart] !== OPEN_BRACKET || decodeString(body, keyStart, keyEnd) !== "output") {
      return skipValue(body, valueStart);
    }
    return scanElements(body, valueStart, (_, start) => {
      const end = skipValue(body, start);
      items.push(`{"type":"response.output_item.done","item":${body.toString("utf8", start, end)}}`);
      return end;
    });
  });
  return items;
}

function listOf(frames: readonly string[]): Buffer {
  return Buffer.from(`[${frames.join(",")}]`);
}
