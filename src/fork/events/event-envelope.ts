import type { EventOrigin, ForkEvent, ForkObserver } from "../fork-event.ts";

/** An event as it leaves its process. */
export type EventEnvelope = Pick<EventOrigin, "runId" | "seq" | "at"> & { readonly v: 1; readonly event: ForkEvent };

/** An observer that writes every event as one line of NDJSON, the line break included. Readers: `eventReader`. */
export function writeEvents(write: (line: string) => void | Promise<void>): ForkObserver {
  return (event, { runId, seq, at }) => write(encodeEvent({ v: 1, runId, seq, at, event }));
}

/** One line of NDJSON. Bytes become base64, and nothing else changes: fork-event.schema.json describes the line. */
export function encodeEvent({ event, ...place }: EventEnvelope): string {
  return `${JSON.stringify({ ...place, event: withText(event) })}\n`;
}

function withText(event: ForkEvent): object {
  if (event.type !== "message") return event;
  const { message } = event;
  return { ...event, message: { ...message, bytes: message.bytes.toString("base64") } };
}
