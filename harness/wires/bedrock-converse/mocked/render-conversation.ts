import { callId } from "../../../mock/call-id.ts";
import { cutText } from "../../../mock/script/cut-text.ts";
import type { AmazonMessage, Answer, Rendering } from "../../../mock/mock-wire.ts";
import { outputTokens } from "../../../mock/output-tokens.ts";
import { wholeDocument } from "../../../mock/rendering.ts";
import type { ScriptedBlock } from "../../../mock/script/script.ts";

type Json = Readonly<Record<string, unknown>>;

/** The answer that is not streamed. */
export function renderConversation(answer: Answer): Rendering {
  const content = answer.message.content.map((block, index) => contentBlock(answer, block, index));
  return wholeDocument({
    metrics: { latencyMs: 1 },
    output: { message: { content, role: "assistant" } },
    stopReason: STOPS[answer.message.stopReason],
    usage: usageOf(answer),
  });
}

/** The events of a streamed answer. Counters come last, in an event of their own, behind the end of the message. */
export function renderEvents(answer: Answer): Rendering {
  const { content, stopReason } = answer.message;
  const events: readonly (readonly [type: string, payload: Json])[] = [
    ["messageStart", { role: "assistant" }],
    ...content.flatMap((block, index) => blockEvents(answer, block, index)),
    ["messageStop", { stopReason: STOPS[stopReason] }],
    ["metadata", { usage: usageOf(answer), metrics: { latencyMs: 1 } }],
  ];
  return {
    contentType: "application/vnd.amazon.eventstream",
    pieces: events.map(([type, payload]) => amazonEvent(type, payload)),
  };
}

/** Payloads are padded with a meaningless member, so that their length reveals nothing about the text. */
export function amazonEvent(type: string, payload: Json): AmazonMessage {
  return {
    headers: { ":event-type": type, ":content-type": "application/json", ":message-type": "event" },
    payload: Buffer.from(JSON.stringify({ ...payload, p: "abcdefgh" })),
  };
}

const STOPS = {
  end_turn: "end_turn",
  tool_use: "tool_use",
  max_tokens: "max_tokens",
  refusal: "content_filtered",
} as const;

/** Only a call has a start event; text and thinking begin with their first delta. */
function blockEvents(answer: Answer, block: ScriptedBlock, index: number): readonly (readonly [string, Json])[] {
  const at = { contentBlockIndex: index };
  const starts: readonly (readonly [string, Json])[] =
    block.type === "call"
      ? [["contentBlockStart", { ...at, start: { toolUse: { toolUseId: idOf(answer, index), name: block.tool } } }]]
      : [];
  const deltas = deltasOf(answer, block, index).map((delta) => ["contentBlockDelta", { ...at, delta }] as const);
  return [...starts, ...deltas, ["contentBlockStop", at]];
}

function deltasOf(answer: Answer, block: ScriptedBlock, index: number): readonly Json[] {
  switch (block.type) {
    case "text":
      return cutText(block.text).map((text) => ({ text }));
    case "thinking":
      return [...cutText(block.text).map((text) => ({ text })), { signature: signatureOf(answer, index) }].map(
        (reasoningContent) => ({ reasoningContent }),
      );
    case "call":
      return cutText(JSON.stringify(block.input)).map((input) => ({ toolUse: { input } }));
    default:
      return block satisfies never;
  }
}

function contentBlock(answer: Answer, block: ScriptedBlock, index: number): Json {
  switch (block.type) {
    case "text":
      return { text: block.text };
    case "thinking":
      return { reasoningContent: { reasoningText: { text: block.text, signature: signatureOf(answer, index) } } };
    case "call": {
      const toolUse = { input: block.input, name: block.tool, toolUseId: idOf(answer, index), type: "tool_use" };
      return { toolUse };
    }
    default:
      return block satisfies never;
  }
}

function idOf({ name }: Answer, index: number): string {
  return callId("tooluse", name, index);
}

function signatureOf({ name }: Answer, index: number): string {
  return Buffer.from(`${name}_${index}`).toString("base64");
}

/** Disjoint counters, some of them repeated, as recorded; the split by lifetime if something was written. */
function usageOf({ usage, message }: Answer): Json {
  const { read, write, fresh, total, writeByTtl } = usage;
  const outputs = outputTokens(message);
  const details = Object.entries(writeByTtl).map(([ttl, inputTokens]) => ({ ttl, inputTokens }));
  return {
    cacheReadInputTokenCount: read,
    cacheReadInputTokens: read,
    cacheWriteInputTokenCount: write,
    cacheWriteInputTokens: write,
    ...(details.length > 0 ? { cacheDetails: details } : {}),
    inputTokens: fresh,
    outputTokens: outputs,
    serverToolUsage: {},
    totalTokens: total + outputs,
  };
}
