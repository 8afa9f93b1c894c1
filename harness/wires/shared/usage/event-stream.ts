import { createParser } from "eventsource-parser";

/** One server-sent event. */
export type StreamEvent = { readonly name: string | null; readonly data: string };

/**
 * The events of a recorded stream, in order. An event that no blank line ends, because the stream was cut or recorded without its last
 * line, comes too: whether its data are whole shows when they are parsed.
 */
export function streamEvents(stream: string): readonly StreamEvent[] {
  const events: StreamEvent[] = [];
  const parser = createParser({ onEvent: ({ event = null, data }) => events.push({ name: event, data }) });
  parser.feed(stream);
  // Ends the last line and the event; behind a whole one it does nothing.
  parser.feed("\n\n");
  return events;
}

/** The data of each event. */
export function eventData(stream: string): readonly string[] {
  return streamEvents(stream).map(({ data }) => data);
}

/** Whether a body is a stream: by its content type, or if no type was recorded, because it does not begin as JSON. */
export function isEventStream(contentType: string | null, text: string): boolean {
  return contentType?.includes("event-stream") ?? !/^\uFEFF?\s*[[{]/.test(text);
}
