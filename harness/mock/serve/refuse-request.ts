import type { Header } from "../../kernel/exchange.ts";
import type { IncomingRequest } from "../mock-provider.ts";
import type { MockWire } from "../mock-wire.ts";
import { loadMockWires } from "../wires.ts";
import type { Sink } from "./play-plan.ts";

/** Answers a request with an error of our own, in the shape of its wire format, so that its SDK shows the message. */
export async function refuseRequest(
  request: IncomingRequest,
  { status, message, id }: { readonly status: number; readonly message: string; readonly id: string },
  sink: Sink,
): Promise<void> {
  const { errors, headers } = await shapeOf(request);
  const rejection = { ...errors.usual(status), message };
  const all: readonly Header[] = [
    ["content-type", "application/json"],
    // A retry would fail again.
    ["x-should-retry", "false"],
    ...headers(id),
    ...errors.headers(rejection),
  ];
  // Whole before its first byte leaves: after that, no other answer can replace it.
  const body = errors.body(rejection, id);
  sink.start(status, all);
  await sink.write(body);
  sink.end();
}

/** The recognition of the wire format itself may have failed. */
async function shapeOf(request: IncomingRequest): Promise<MockWire> {
  const wires = await loadMockWires();
  try {
    return wires.of(request);
  } catch {
    return wires.usual;
  }
}
