import { AnswerAssembler } from "./answer-assembler.ts";
import type { Answer } from "./answer.ts";
import { describeContent } from "./describe-content.ts";
import { parseJsonObject, stringOrNull } from "./json-object.ts";
import { readElements } from "./read-elements.ts";
import { lastMember, readObject } from "./read-object.ts";
import { skipSpace } from "./skip-value.ts";
import { SseDecoder } from "./sse-decoder.ts";
import { readUsage } from "./token-usage.ts";
import { WireFault } from "./wire-fault.ts";

/**
 * The answer in a whole response body of Anthropic Messages, JSON or server-sent events: the first byte tells which.
 * Throws WireFault where it is an error, is cut, or is no message.
 */
export function readAnswer(body: Buffer): Answer {
  return body[skipSpace(body, 0)] === 0x7b ? readJsonAnswer(body) : readStreamedAnswer(body);
}

/** The answer in a JSON response body; `content` is a slice of it. */
export function readJsonAnswer(body: Buffer): Answer {
  const message = parseJsonObject(body.toString("utf8"));
  const content = message === null ? null : lastMember(readObject(body, 0), "content");
  if (message === null || content === null || !Array.isArray(message["content"])) {
    throw new WireFault("the answer is no message: it has no content array");
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

function readStreamedAnswer(body: Buffer): Answer {
  const assembler = new AnswerAssembler();
  for (const data of new SseDecoder().push(body)) {
    const step = assembler.accept(data);
    if (step.type === "error") throw new WireFault(`the answer is an error: ${step.message}`);
  }
  if (!assembler.isComplete) throw new WireFault("the answer was cut: its stream has no message_stop");
  return assembler.answer();
}
