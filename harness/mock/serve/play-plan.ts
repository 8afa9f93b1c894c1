import type { Header } from "../../kernel/exchange.ts";
import { encodeAmazonMessage } from "./encode-amazon-message.ts";
import type { Gates } from "../script/gate.ts";
import type { ResponsePlan } from "../plan-response.ts";

/** Where a transport takes a response from. `start` comes first and once, unless the connection is cut before it. */
export type Sink = {
  readonly start: (status: number, headers: readonly Header[]) => void;
  /** A promise is waited for: the client is slow. */
  readonly write: (bytes: Buffer) => Promise<void> | void;
  readonly end: () => void;
  readonly cut: () => Promise<void> | void;
};

/** Sends a plan's parts in order. `begin` is called just before the first byte; `signal` is aborted when the client goes away. */
export async function playPlan(
  plan: ResponsePlan,
  {
    sink,
    gates,
    signal,
    begin,
  }: {
    readonly sink: Sink;
    readonly gates: Gates;
    readonly signal: AbortSignal;
    readonly begin: () => void;
  },
): Promise<"complete" | "cut" | "aborted"> {
  let hasBegun = false;
  for (const part of plan.parts) {
    if (part.part === "hold") await gates.pass(part.gate, signal);
    if (signal.aborted) return "aborted";
    if (part.part === "cut") {
      await sink.cut();
      return "cut";
    }
    if (part.part === "hold") continue;
    if (!hasBegun) {
      begin();
      sink.start(plan.status, plan.headers);
      hasBegun = true;
    }
    await sink.write(part.part === "message" ? await encodeAmazonMessage(part.message) : part.bytes);
  }
  if (!signal.aborted) sink.end();
  return "complete";
}
