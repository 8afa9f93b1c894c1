import type { Usage } from "../../kernel/usage.ts";

type Counters = { readonly [name: string]: unknown };

/**
 * The counters of a Messages response. `input_tokens` leaves out what was read or written, so it is the fresh part.
 *
 * In a stream `message_start` carries them first and `message_delta` repeats them cumulatively; with server tools only the
 * last is right (provider-caches.md 2.4), so later events win.
 */
export function readUsage(response: { readonly contentType: string | null; readonly body: Buffer }): Usage | null {
  const text = response.body.toString("utf8");
  const streamed = response.contentType?.includes("event-stream") ?? text.startsWith("event:");
  let counters: Counters = {};
  for (const document of streamed ? eventData(text) : [text]) {
    counters = { ...counters, ...usageOf(parse(document)) };
  }
  if (Object.keys(counters).length === 0) return null;
  return {
    read: count(counters["cache_read_input_tokens"]),
    write: count(counters["cache_creation_input_tokens"]),
    fresh: count(counters["input_tokens"]),
    output: count(counters["output_tokens"]),
  };
}

function* eventData(text: string): Generator<string> {
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.startsWith("data:") && line.includes('"usage"')) yield line.slice(5);
  }
}

/** `usage` at the top of a message and of `message_delta`, under `message` in `message_start`. */
function usageOf(event: unknown): Counters {
  if (!isRecord(event)) return {};
  const usage = event["usage"] ?? (isRecord(event["message"]) ? event["message"]["usage"] : undefined);
  return isRecord(usage) ? Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null)) : {};
}

/** A response that was cut in the middle of an event carries no counters there; that is unknown, not an error. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function count(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

function isRecord(value: unknown): value is Counters {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
