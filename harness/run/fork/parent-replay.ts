import { isRecord } from "../../cache-model/is-record.ts";
import { layOut } from "../../dialects/anthropic-messages/lay-out.ts";
import { readAnswer } from "../../dialects/anthropic-messages/read-answer.ts";
import { recognise } from "../../dialects/registry.ts";
import type { Exchange } from "../../kernel/exchange.ts";
import { HarnessError } from "../../kernel/harness-error.ts";
import type { Envelope } from "../../kernel/layout.ts";
import type { ScriptedBlock, Step } from "../../mock/script.ts";
import { checkBody } from "../../verdict/check-body.ts";

/** How a recorded parent is replayed: what is sent, and what the mocked model answers where the script does not say. */
export type ParentReplay = {
  /** As it was recorded. */
  readonly parent: Exchange;
  /** The body that is sent. */
  readonly request: Buffer;
  readonly answer: Step;
  /** Whether the recorded request holds the answer already: forks go on from it as it is. */
  readonly holdsAnswer: boolean;
};

/** What the mocked model answers where nobody says anything else. */
export const plainAnswer: Step = stepOf([{ type: "text", text: "I will look into it." }]);

/**
 * A recorded request is sent as it is, and answered as the recording's model did, so that the calls which forks inherit
 * are the real ones. One that ends in a call which nothing answers was never sent so, since no provider takes it: it is
 * an agent's history at the moment of the fork. The request before that call is sent, and the call is its answer.
 *
 * @throws HarnessError HX250 for a body that is not JSON, HX198 for another wire than the mocked one
 */
export function replayOf(parent: Exchange): ParentReplay {
  checkBody(parent);
  const dialect = recognise(parent)?.name ?? null;
  if (dialect !== "anthropic-messages") throw otherWire(parent, dialect);
  const { request, response } = parent;
  const { units } = layOut(request);
  const [before, last] = units.filter((unit) => unit.unit === "envelope").slice(-2);
  const isOpen = units.some(
    (unit) => unit.unit === "block" && unit.kind === "tool-use" && unit.message === last?.message,
  );
  if (before !== undefined && last !== undefined && isOpen) {
    const answer = stepOf(contentAt(request, last));
    return { parent, request: without(request, last, before), answer, holdsAnswer: true };
  }
  const answer = response === null || response.status !== 200 ? null : readAnswer(response);
  return { parent, request, answer: answer === null ? plainAnswer : stepOf(answer.content), holdsAnswer: false };
}

/** The body without its last message and the comma before it. */
function without(request: Buffer, last: Envelope, before: Envelope): Buffer {
  return Buffer.concat([request.subarray(0, before.span.end), request.subarray(last.span.end)]);
}

function contentAt(request: Buffer, { span }: Envelope): readonly unknown[] {
  const message: unknown = JSON.parse(request.toString("utf8", span.start, span.end));
  const content = isRecord(message) ? message["content"] : null;
  return Array.isArray(content) ? content : [];
}

function stepOf(blocks: readonly unknown[]): Step {
  const content = blocks.flatMap(toScripted);
  if (content.length === 0) return plainAnswer;
  const stopReason = content.some(({ type }) => type === "call") ? "tool_use" : "end_turn";
  return { reply: { kind: "message", content, stopReason }, hold: null, cutAfterEvents: null };
}

/** Of blocks that the mock cannot make (a server's own tools, redacted thinking) nothing is answered. */
function toScripted(block: unknown): readonly ScriptedBlock[] {
  if (!isRecord(block)) return [];
  const { type, text, thinking, name, input } = block;
  if (type === "text" && typeof text === "string" && text !== "") return [{ type, text }];
  if (type === "thinking" && typeof thinking === "string" && thinking !== "") return [{ type, text: thinking }];
  return type === "tool_use" && typeof name === "string" ? [{ type: "call", tool: name, input: input ?? {} }] : [];
}

function otherWire({ id }: Exchange, dialect: string | null): HarnessError {
  return new HarnessError({
    code: "HX198",
    what: `the parent is ${dialect === null ? "no request that forkproof reads" : `a request of ${dialect}`}; the mocked provider speaks anthropic-messages`,
    where: `exchange ${id}`,
    mend: "choose a parent that was sent to /v1/messages",
    exit: 2,
  });
}
