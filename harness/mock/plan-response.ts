import type { Refusal } from "../providers/refusal.ts";
import type { Prediction } from "../cache-model/prompt-cache.ts";
import type { Header } from "../kernel/exchange.ts";
import type { AmazonMessage, Answer, PromptRequest, MockWire, Piece } from "./mock-wire.ts";
import { wholeDocument } from "./rendering.ts";
import type { ScriptedError, Step } from "./script/script.ts";

/** The response to send. Transports send it and decide nothing. */
export type ResponsePlan = {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly parts: readonly PlanPart[];
  readonly lane: string | null;
  /** See `Turn`. */
  readonly follows: number | null;
  /** The cache model's answer; null if the request was refused or asked for no answer. */
  readonly prediction: Prediction | null;
  /** Why the provider itself refused the request, as it says; absent for a scripted error. */
  readonly refusal?: string;
};

export type PlanPart =
  | { readonly part: "bytes"; readonly bytes: Buffer }
  | { readonly part: "message"; readonly message: AmazonMessage }
  /** Nothing behind this is sent before the gate opens. */
  | { readonly part: "hold"; readonly gate: string }
  /** The connection breaks here. */
  | { readonly part: "cut" };

/** The inputs of an answer in addition to its step. */
export type Asking = Pick<Answer, "model" | "name" | "rules" | "nowMs" | "diagnosis"> & {
  readonly wire: MockWire;
  readonly asked: PromptRequest;
  readonly requestId: string;
  readonly lane: string | null;
  readonly follows: number | null;
  readonly prediction: Prediction;
};

/** A scripted answer. One that is an error reads and writes nothing. */
export function planStep(step: Step, asking: Asking): ResponsePlan {
  const { reply } = step;
  const { wire, asked, requestId, lane, follows, prediction, model, name, rules, nowMs, diagnosis = {} } = asking;
  if (reply.kind === "error") {
    const { status, headers, pieces } = planError(wire, scripted(wire, reply), requestId, reply.retryAfter);
    return { status, headers, parts: withHoldAndCut(step, pieces), lane, follows, prediction: null };
  }
  const { contentType, pieces } = asked.render({
    model,
    name,
    message: reply,
    usage: prediction.usage,
    rules,
    nowMs,
    diagnosis,
  });
  return {
    status: 200,
    headers: headersOf(wire, contentType, requestId),
    parts: withHoldAndCut(step, pieces),
    lane,
    follows,
    prediction,
  };
}

/** A refusal by the provider itself. */
export function planRejection(wire: MockWire, rejection: Refusal, requestId: string): ResponsePlan {
  const { status, headers, pieces } = planError(wire, rejection, requestId, null);
  const refusal = `${status}: ${rejection.message}`;
  return { status, headers, parts: pieces.map(partOf), lane: null, follows: null, prediction: null, refusal };
}

/** Any other JSON answer. */
export function planDocument(wire: MockWire, value: unknown, requestId: string): ResponsePlan {
  const { contentType, pieces } = wholeDocument(value);
  const headers = headersOf(wire, contentType, requestId);
  return { status: 200, headers, parts: pieces.map(partOf), lane: null, follows: null, prediction: null };
}

function scripted({ errors }: MockWire, { status, type, message }: ScriptedError): Refusal {
  const usual = errors.usual(status);
  return { ...usual, type: type ?? usual.type, message: message ?? usual.message };
}

function planError(
  { errors, ...wire }: MockWire,
  rejection: Refusal,
  requestId: string,
  retryAfter: number | null,
): { readonly status: number; readonly headers: readonly Header[]; readonly pieces: readonly Buffer[] } {
  const retry: readonly Header[] = retryAfter === null ? [] : [["retry-after", String(retryAfter)]];
  const headers = [...headersOf(wire, "application/json", requestId), ...errors.headers(rejection), ...retry];
  return { status: rejection.status, headers, pieces: [errors.body(rejection, requestId)] };
}

function headersOf({ headers }: Pick<MockWire, "headers">, contentType: string, requestId: string): readonly Header[] {
  return [["content-type", contentType], ...headers(requestId)];
}

function withHoldAndCut({ hold, cutAfterEvents }: Step, pieces: readonly Piece[]): readonly PlanPart[] {
  const parts: PlanPart[] = [];
  const last = pieces.length;
  for (const [index, piece] of [...pieces, null].entries()) {
    if (hold !== null && Math.min(hold.afterEvents, last) === index) parts.push({ part: "hold", gate: hold.gate });
    if (cutAfterEvents !== null && Math.min(cutAfterEvents, last) === index) return [...parts, { part: "cut" }];
    if (piece !== null) parts.push(partOf(piece));
  }
  return parts;
}

function partOf(piece: Piece): PlanPart {
  return Buffer.isBuffer(piece) ? { part: "bytes", bytes: piece } : { part: "message", message: piece };
}
