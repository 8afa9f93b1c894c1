import { failedRequestMessage, failedRequest } from "../../kernel/faults/failed-request.ts";
import type { IncomingRequest, MockProvider } from "../mock-provider.ts";
import type { MockWire } from "../mock-wire.ts";
import type { Sink } from "./play-plan.ts";
import { usualWire, wireOf } from "../wires.ts";

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
  const { errors, headers } = shapeOf(request);
  const message = failedRequestMessage(failedRequest(fault, request));
  const rejection = { ...errors.usual(500), message };
  const id = "req_internal_error";
  sink.start(500, [
    ["content-type", "application/json"],
    // Asked again it fails again.
    ["x-should-retry", "false"],
    ...headers(id),
    ...errors.headers(rejection),
  ]);
  await sink.write(errors.body(rejection, id));
  sink.end();
}

/** The recognition of the wire format itself may have failed. */
function shapeOf(request: IncomingRequest): MockWire {
  try {
    return wireOf(request);
  } catch {
    return usualWire;
  }
}
