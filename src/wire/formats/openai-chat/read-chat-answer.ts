import type { Answer } from "../../answer.ts";
import { isJsonObject, parseJsonObject, stringOrNull } from "../../json-object.ts";
import { readElements } from "../../read-elements.ts";
import { lastMember, readObject } from "../../read-object.ts";
import { WireFault } from "../../wire-fault.ts";
import { readChatUsage } from "./chat-usage.ts";
import { callsOf, textsOf } from "./view-chat-message.ts";

/** The first choice of a chat completion; its message goes back as it came. */
export function readChatAnswer(body: Buffer): Answer {
  const completion = parseJsonObject(body.toString("utf8"));
  const choices = completion === null ? null : lastMember(readObject(body, 0), "choices");
  const choice =
    choices === null || body[choices.value.start] !== 0x5b ? null : readElements(body, choices.value.start)[0];
  const raw = choice === undefined || choice === null ? null : lastMember(readObject(body, choice.start), "message");
  if (completion === null || choice === null || choice === undefined || raw === null) {
    throw new WireFault("the answer is no chat completion: it has no message");
  }
  const bytes = body.subarray(raw.value.start, raw.value.end);
  const message = parseJsonObject(bytes.toString("utf8"));
  if (message === null) throw new WireFault("the answer's message is no JSON object");
  const parsed = parseJsonObject(body.toString("utf8", choice.start, choice.end));
  return {
    id: stringOrNull(completion["id"]),
    content: Buffer.concat([Buffer.from("["), bytes, Buffer.from("]")]),
    text: textsOf(message["content"]).join(""),
    calls: callsOf(message),
    pausedCalls: [],
    stopReason: isJsonObject(parsed) ? stringOrNull(parsed["finish_reason"]) : null,
    usage: readChatUsage(completion["usage"]),
  };
}
