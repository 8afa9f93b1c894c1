import type { Answer } from "../../stream/answer.ts";
import { parseJsonObject, stringOrNull } from "../../json-object.ts";
import { readElements } from "../../read-elements.ts";
import { lastMember, readObject } from "../../read-object.ts";
import { WireFault } from "../../wire-fault.ts";
import { describeContent } from "./describe-content.ts";
import { readUsage } from "./read-usage.ts";

/** The answer in a JSON response body; `content` is a slice of it. */
export function readJsonAnswer(body: Buffer): Answer {
  const message = parseJsonObject(body.toString("utf8"));
  const content = message === null ? null : lastMember(readObject(body, 0), "content");
  if (message === null || content === null || !Array.isArray(message["content"])) {
    throw new WireFault("the answer is not a message: its content array is missing");
  }
  const { text, calls, pausedCalls } = describeContent(
    readElements(body, content.value.start).map(({ start, end }) => ({
      raw: body.subarray(start, end),
      writtenInput: null,
    })),
  );
  return {
    id: stringOrNull(message["id"]),
    content: body.subarray(content.value.start, content.value.end),
    text,
    calls,
    pausedCalls,
    stopReason: stringOrNull(message["stop_reason"]),
    usage: readUsage(message["usage"]),
  };
}
