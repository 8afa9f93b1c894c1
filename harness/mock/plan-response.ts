import type { Prediction } from "../cache-model/prompt-cache.ts";
import type { Header } from "../kernel/exchange.ts";
import { errorBody, type Rejection } from "./anthropic/provider-error.ts";
import { renderEvents, renderMessage } from "./anthropic/render-answer.ts";
import type { ScriptedError, Step } from "./script.ts";

/** What to send back. Transports play it; none of them decides anything. */
export type ResponsePlan = {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly parts: readonly PlanPart[];
  readonly lane: string | null;
  /** What the cache model answers; null where the request was refused or asked for no answer. */
  readonly prediction: Prediction | null;
};

export type PlanPart =
  | { readonly part: "bytes"; readonly bytes: Buffer }
  /** Nothing behind this is sent before the gate opens. */
  | { readonly part: "hold"; readonly gate: string }
  /** The connection breaks here. */
  | { readonly part: "cut" };

/** What an answer depends on beside its step. */
export type Asking = {
  readonly requestId: string;
  readonly model: string;
  readonly stream: boolean;
  readonly lane: string | null;
  /** Names the answer and its calls. */
  readonly name: string;
  readonly prediction: Prediction;
};

/** A scripted answer. One that is an error reads and writes nothing. */
export function planStep(step: Step, asking: Asking): ResponsePlan {
  const { reply } = step;
  if (reply.kind === "error") {
    const { status, headers, parts } = planError(reply, asking.requestId);
    return { status, headers, parts: withHoldAndCut(step, parts), lane: asking.lane, prediction: null };
  }
  const { requestId, model, stream, name, lane, prediction } = asking;
  const answer = { model, name, message: reply, usage: prediction.usage };
  return {
    status: 200,
    headers: headersOf(stream ? "text/event-stream; charset=utf-8" : "application/json", requestId),
    parts: withHoldAndCut(step, stream ? renderEvents(answer) : halves(renderMessage(answer))),
    lane,
    prediction,
  };
}

/** A refusal by the provider itself. */
export function planRejection(rejection: Rejection, requestId: string): ResponsePlan {
  const { status, headers, parts } = planError({ ...rejection, retryAfter: null }, requestId);
  return { status, headers, parts: parts.map(bytesPart), lane: null, prediction: null };
}

/** Any other JSON answer. */
export function planJson(value: unknown, requestId: string): ResponsePlan {
  const bytes = Buffer.from(JSON.stringify(value));
  return {
    status: 200,
    headers: headersOf("application/json", requestId),
    parts: [bytesPart(bytes)],
    lane: null,
    prediction: null,
  };
}

function planError(
  { status, type, message, retryAfter }: Omit<ScriptedError, "kind">,
  requestId: string,
): { readonly status: number; readonly headers: readonly Header[]; readonly parts: readonly Buffer[] } {
  const retry: readonly Header[] = retryAfter === null ? [] : [["retry-after", String(retryAfter)]];
  const headers = [...headersOf("application/json", requestId), ...retry];
  return { status, headers, parts: [errorBody({ type, message }, requestId)] };
}

function headersOf(contentType: string, requestId: string): readonly Header[] {
  return [
    ["content-type", contentType],
    ["request-id", requestId],
  ];
}

function withHoldAndCut({ hold, cutAfterEvents }: Step, pieces: readonly Buffer[]): readonly PlanPart[] {
  const parts: PlanPart[] = [];
  const last = pieces.length;
  for (const [index, bytes] of [...pieces, null].entries()) {
    if (hold !== null && Math.min(hold.afterEvents, last) === index) parts.push({ part: "hold", gate: hold.gate });
    if (cutAfterEvents !== null && Math.min(cutAfterEvents, last) === index) return [...parts, { part: "cut" }];
    if (bytes !== null) parts.push(bytesPart(bytes));
  }
  return parts;
}

/** A body that is not streamed is held or cut in its middle. */
function halves(bytes: Buffer): readonly Buffer[] {
  const middle = bytes.length >> 1;
  return [bytes.subarray(0, middle), bytes.subarray(middle)];
}

function bytesPart(bytes: Buffer): PlanPart {
  return { part: "bytes", bytes };
}
