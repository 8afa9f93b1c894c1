import type { EventStreamCodec } from "@smithy/eventstream-codec";
import type { AmazonMessage } from "../mock-wire.ts";

/** One message of Amazon's binary event stream. The codec is loaded with the first one. */
export async function encodeAmazonMessage({ headers, payload }: AmazonMessage): Promise<Buffer> {
  codec ??= loadCodec();
  const typed = Object.entries(headers).map(([name, value]) => [name, { type: "string", value }] as const);
  return Buffer.from((await codec).encode({ headers: Object.fromEntries(typed), body: payload }));
}

let codec: Promise<EventStreamCodec> | null = null;

async function loadCodec(): Promise<EventStreamCodec> {
  const { EventStreamCodec } = await import("@smithy/eventstream-codec");
  return new EventStreamCodec(
    (bytes) => Buffer.from(bytes).toString("utf8"),
    (text) => Buffer.from(text, "utf8"),
  );
}
