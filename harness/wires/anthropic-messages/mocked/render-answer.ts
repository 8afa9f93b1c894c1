import type { PredictedUsage } from "../../../cache-model/predicted-usage.ts";
import { callId } from "../../../mock/call-id.ts";
import { cutText } from "../../../mock/script/cut-text.ts";
import type { Answer as WireAnswer } from "../../../mock/mock-wire.ts";
import { outputTokens, payloadOf } from "../../../mock/output-tokens.ts";
import type { ScriptedBlock, ScriptedMessage } from "../../../mock/script/script.ts";

type Answer = Pick<WireAnswer, "model" | "name" | "message" | "usage" | "diagnosis">;

/** The document that is an answer which is not streamed. */
export function renderMessage(answer: Answer): Readonly<Record<string, unknown>> {
  const { message, usage } = answer;
  const filled = { ...envelope(answer), content: contentOf(answer), ...ending(message) };
  return { ...filled, usage: { ...usageAtStart(usage), output_tokens: outputTokens(message) } };
}

/** Its blocks, as a request repeats them. */
export function contentOf({
  name,
  message,
}: Pick<Answer, "name" | "message">): readonly Readonly<Record<string, unknown>>[] {
  return message.content.map((block, index) => contentBlock(block, name, index));
}

/** The events of a streamed answer, in order and as recorded streams have them: one ping, behind the first block's start. */
export function renderEvents(answer: Answer): readonly Buffer[] {
  return messageEvents(answer).map((event) => Buffer.from(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`));
}

export type MessageEvent = { readonly type: string; readonly [member: string]: unknown };

/** The same events without the frame that server-sent events have. */
export function messageEvents(answer: Answer): readonly MessageEvent[] {
  const { message, usage } = answer;
  const start = { ...envelope(answer), content: [], stop_reason: null, stop_sequence: null, stop_details: null };
  const events: MessageEvent[] = [
    { type: "message_start", message: { ...start, usage: { ...usageAtStart(usage), output_tokens: 1 } } },
  ];
  for (const [index, block] of message.content.entries()) {
    const whole = contentBlock(block, answer.name, index);
    events.push({ type: "content_block_start", index, content_block: { ...whole, ...emptied(block) } });
    if (index === 0) events.push({ type: "ping" });
    for (const delta of deltas(block, whole)) events.push({ type: "content_block_delta", index, delta });
    events.push({ type: "content_block_stop", index });
  }
  const counters = { ...cumulative(usage), output_tokens: outputTokens(message) };
  events.push({ type: "message_delta", delta: ending(message), usage: counters }, { type: "message_stop" });
  return events;
}

/** A diagnosis comes with the start of a stream (Cache diagnostics page). */
function envelope({ model, name, diagnosis = {} }: Answer): Readonly<Record<string, unknown>> {
  return { model, id: `msg_${name}`, type: "message", role: "assistant", ...diagnosis };
}

function ending({ stopReason }: ScriptedMessage): Readonly<Record<string, unknown>> {
  const details = stopReason === "refusal" ? { type: "refusal", category: null, explanation: null } : null;
  return { stop_reason: stopReason, stop_sequence: null, stop_details: details };
}

/** Only the start of a stream splits what was written by lifetime (harness/providers/FACTS.md#anthropic-usage). */
function usageAtStart(usage: PredictedUsage): Readonly<Record<string, unknown>> {
  return {
    ...cumulative(usage),
    cache_creation: {
      ephemeral_5m_input_tokens: usage.writeByTtl["5m"] ?? 0,
      ephemeral_1h_input_tokens: usage.writeByTtl["1h"] ?? 0,
    },
    service_tier: "standard",
    inference_geo: "global",
  };
}

function cumulative({ read, write, fresh }: PredictedUsage): Readonly<Record<string, number>> {
  return { input_tokens: fresh, cache_creation_input_tokens: write, cache_read_input_tokens: read };
}

function contentBlock(block: ScriptedBlock, name: string, index: number): Readonly<Record<string, unknown>> {
  switch (block.type) {
    case "text":
      return { type: "text", text: block.text };
    case "thinking":
      return { type: "thinking", thinking: block.text, signature: Buffer.from(`${name}_${index}`).toString("base64") };
    case "call":
      return {
        type: "tool_use",
        id: callId("toolu", name, index),
        name: block.tool,
        input: block.input,
        caller: { type: "direct" },
      };
    default:
      return block satisfies never;
  }
}

/** The form of a block before its deltas. */
function emptied(block: ScriptedBlock): Readonly<Record<string, unknown>> {
  switch (block.type) {
    case "text":
      return { text: "" };
    case "thinking":
      return { thinking: "", signature: "" };
    case "call":
      return { input: {} };
    default:
      return block satisfies never;
  }
}

function deltas(
  block: ScriptedBlock,
  whole: Readonly<Record<string, unknown>>,
): readonly Readonly<Record<string, unknown>>[] {
  const pieces = cutText(payloadOf(block));
  switch (block.type) {
    case "text":
      return pieces.map((text) => ({ type: "text_delta", text }));
    case "thinking":
      return [
        ...pieces.map((thinking) => ({ type: "thinking_delta", thinking })),
        { type: "signature_delta", signature: whole["signature"] },
      ];
    case "call":
      return ["", ...pieces].map((partial_json) => ({ type: "input_json_delta", partial_json }));
    default:
      return block satisfies never;
  }
}
