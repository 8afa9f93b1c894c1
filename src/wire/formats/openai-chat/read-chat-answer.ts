import type { Answer } from "../../stream/answer.ts";
import { parseJsonObject, stringOrNull, type JsonObject } from "../../json-object.ts";
import { readElements } from "../../read-elements.ts";
import { lastMember, readObject } from "../../read-object.ts";
import type { Span } from "../../span.ts";
import { WireFault } from "../../wire-fault.ts";
import { readChatUsage } from "./chat-usage.ts";
import { callsOf, textsOf } from "./view-chat-message.ts";

/** The choice of index 0 of a chat completion, at any place; its message goes back unchanged. */
export function readChatAnswer(body: Buffer): Answer {
  const completion = parseJsonObject(body.toString("utf8"));
  const choices = completion === null ? null : lastMember(readObject(body, 0), "choices");
  const listed = choices === null || body[choices.value.start] !== 0x5b ? [] : readElements(body, choices.value.start);
  const choice = listed.find((each) => parsedAt(body, each)?.["index"] === 0) ?? listed[0];
  const raw = choice === undefined ? null : lastMember(readObject(body, choice.start), "message");
  if (completion === null || choice === undefined || raw === null) {
    throw new WireFault("the answer is not a chat completion: its message is missing");
  }
  const bytes = body.subarray(raw.value.start, raw.value.end);
  const message = parseJsonObject(bytes.toString("utf8"));
  if (message === null) throw new WireFault("the answer's message is not a JSON object");
  return {
    id: stringOrNull(completion["id"]),
    content: Buffer.concat([Buffer.from("["), bytes, Buffer.from("]")]),
    text: textsOf(message["content"]).join(""),
    calls: callsOf(message),
    pausedCalls: [],
    stopReason: stringOrNull(parsedAt(body, choice)?.["finish_reason"]),
    usage: readChatUsage(completion["usage"]),
  };
}

function parsedAt(body: Buffer, { start, end }: Span): JsonObject | null {
  return parseJsonObject(body.toString("utf8", start, end));
}
