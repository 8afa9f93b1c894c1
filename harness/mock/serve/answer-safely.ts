import { failedRequestMessage, failedRequest } from "../../kernel/faults/failed-request.ts";
import type { IncomingRequest, MockProvider } from "../mock-provider.ts";
import type { Sink } from "./play-plan.ts";
import { refuseRequest } from "./refuse-request.ts";

/**
 * Answers one request and survives its errors: an exception of the provider becomes a 500 in the shape of the request's wire
 * format, or, if the answer has begun, a broken connection. Never rejects because of the provider; `onFault` gets the error
 * first.
 */
export async function answerSafely(
  provider: Pick<MockProvider, "answer">,
  request: IncomingRequest,
  { sink, signal, onFault }: { readonly sink: Sink; readonly signal: AbortSignal; readonly onFault: FaultListener },
): Promise<void> {
  let hasBegun = false;
  const start: Sink["start"] = (status, headers) => {
    sink.start(status, headers);
    hasBegun = true;
  };
  try {
    await provider.answer(request, { ...sink, start }, signal);
  } catch (fault) {
    onFault(fault, request);
    if (signal.aborted) return;
    await (hasBegun ? sink.cut() : refuse(request, fault, sink));
  }
}

export type FaultListener = (fault: unknown, request: Pick<IncomingRequest, "method" | "path">) => void;

async function refuse(request: IncomingRequest, fault: unknown, sink: Sink): Promise<void> {
  const message = failedRequestMessage(failedRequest(fault, request));
  await refuseRequest(request, { status: 500, message, id: "req_internal_error" }, sink);
}
