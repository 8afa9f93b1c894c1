import { callId } from "../../../mock/call-id.ts";
import { cutText } from "../../../mock/script/cut-text.ts";
import type { Answer, Rendering } from "../../../mock/mock-wire.ts";
import { outputTokens, reasoningTokens } from "../../../mock/output-tokens.ts";
import { eventStream, wholeDocument } from "../../../mock/rendering.ts";
import type { ScriptedBlock } from "../../../mock/script/script.ts";

type Json = Readonly<Record<string, unknown>>;

export type GeminiOptions = {
  readonly showsThoughts: boolean;
  /** Models before Gemini 3 give calls no id (recorded: 2.5 flash). */
  readonly namesCalls: boolean;
  /** Code Assist puts each answer, and each chunk of one, under `response`. */
  readonly isWrapped: boolean;
};

/** The answer that is not streamed. */
export function renderAnswer(answer: Answer, options: GeminiOptions): Rendering {
  const parts = answer.message.content.flatMap((block, index) => partsOf(answer, block, index, options));
  const whole = chunk(answer, parts, answer.message.content, true);
  return wholeDocument(wrapped(whole, options), "application/json; charset=UTF-8");
}

/** The chunks of `alt=sse`: counters in each, the last one's count. No word marks the end. */
export function renderStream(answer: Answer, options: GeminiOptions): Rendering {
  const events = chunksOf(answer, options).map((data) => ({ name: null, data }));
  return eventStream(events, { contentType: "text/event-stream", newline: "\r\n" });
}

/** Without `alt=sse` the chunks are the elements of one array, written as they come. */
export function renderArray(answer: Answer, options: GeminiOptions): Rendering {
  const pieces = chunksOf(answer, options).map((each, index) =>
    Buffer.from(`${index === 0 ? "[" : ",\r\n"}${JSON.stringify(each)}`),
  );
  return { contentType: "application/json; charset=UTF-8", pieces: [...pieces, Buffer.from("]\n")] };
}

/** Of a call's part: it must come back with it, and shows whose answer it was. */
export function signatureOf(name: string, index: number): string {
  return Buffer.from(`${name}_${index}`).toString("base64");
}

function chunksOf(answer: Answer, options: GeminiOptions): readonly Json[] {
  const { content } = answer.message;
  const chunks = content.flatMap((block, index) =>
    cutBlock(block)
      .flatMap((piece) => partsOf(answer, piece, index, options))
      .map((part) => ({ part, written: content.slice(0, index + 1) })),
  );
  if (chunks.length === 0) return [wrapped(chunk(answer, [], content, true), options)];
  return chunks.map(({ part, written }, at) =>
    wrapped(chunk(answer, [part], written, at === chunks.length - 1), options),
  );
}

function wrapped(answered: Json, { isWrapped }: GeminiOptions): Json {
  return isWrapped ? { response: answered } : answered;
}

function cutBlock(block: ScriptedBlock): readonly ScriptedBlock[] {
  return block.type === "call" ? [block] : cutText(block.text).map((text) => ({ ...block, text }));
}

function partsOf(answer: Answer, block: ScriptedBlock, index: number, options: GeminiOptions): readonly Json[] {
  switch (block.type) {
    case "text":
      return [{ text: block.text }];
    case "thinking":
      return options.showsThoughts ? [{ text: block.text, thought: true }] : [];
    case "call": {
      const { name, message } = answer;
      const isFirst = message.content.findIndex(({ type }) => type === "call") === index;
      const id = options.namesCalls ? { id: callId("fc", name, index) } : {};
      const functionCall = { ...id, name: block.tool, args: block.input };
      return [{ functionCall, ...(isFirst ? { thoughtSignature: signatureOf(name, index) } : {}) }];
    }
    default:
      return block satisfies never;
  }
}

/** `written` is what the model has written by the end of this chunk. */
function chunk(answer: Answer, parts: readonly Json[], written: readonly ScriptedBlock[], isLast: boolean): Json {
  const content = { ...(parts.length > 0 ? { parts } : {}), role: "model" };
  const finish = isLast ? { finishReason: FINISH[answer.message.stopReason] } : {};
  return {
    candidates: [{ content, ...finish, index: 0 }],
    usageMetadata: usageOf(answer, written),
    modelVersion: answer.model,
    responseId: answer.name,
  };
}

const FINISH = { end_turn: "STOP", tool_use: "STOP", max_tokens: "MAX_TOKENS", refusal: "SAFETY" } as const;

/** A counter of 0 is left out, so a cold request reports no cached part at all (harness/providers/FACTS.md#gemini-usage). */
function usageOf({ usage }: Answer, written: readonly ScriptedBlock[]): Json {
  const thoughts = reasoningTokens({ content: written });
  const candidates = outputTokens({ content: written.filter(({ type }) => type !== "thinking") });
  const inText = (tokenCount: number): readonly Json[] => [{ modality: "TEXT", tokenCount }];
  return {
    promptTokenCount: usage.total,
    ...(usage.read > 0 ? { cachedContentTokenCount: usage.read } : {}),
    candidatesTokenCount: candidates,
    totalTokenCount: usage.total + candidates + thoughts,
    promptTokensDetails: inText(usage.total),
    ...(usage.read > 0 ? { cacheTokensDetails: inText(usage.read) } : {}),
    ...(thoughts > 0 ? { thoughtsTokenCount: thoughts } : {}),
    serviceTier: "standard",
  };
}
