import type { Exchange } from "../../../harness/kernel/exchange.ts";
import type { Inspection } from "../../../harness/kernel/inspection.ts";
import { inspectRecording } from "../../../harness/verdict/inspect-recording.ts";
import { copied, type JsonObject, objectsOf } from "../../lineage/sessions/json.ts";
import { recordingOf } from "../inspect-example.ts";
import { itemsOf, type RealBody, withItems } from "./real-bodies.ts";

/** The requests of a real conversation, turn by turn: each says what the one before it said, its answer and what came then. */
export function requestsOf(real: RealBody): readonly (readonly JsonObject[])[] {
  const { codec } = real;
  const items = itemsOf(real);
  // A request ends where the model's turn begins.
  const ends = items.flatMap((item, at) => {
    const before = items[at - 1];
    return before !== undefined && codec.isAnswer(item) && !codec.isAnswer(before) && before["role"] !== "system"
      ? [at]
      : [];
  });
  return [...ends, items.length].map((end) => items.slice(0, end));
}

/** One request of a made recording. */
export type Sent = { readonly body: JsonObject } & Partial<Exchange>;

export function sentOf(real: RealBody, items: readonly JsonObject[], more: Partial<Exchange> = {}): Sent {
  return { body: withItems(real, items), ...more };
}

export function inspectSent({ exchange }: RealBody, sent: readonly Sent[], provider?: string): Inspection {
  const exchanges = sent.map(({ body, ...more }, at): Exchange => ({
    ...exchange,
    forkOf: null,
    response: null,
    usage: null,
    startedAtMs: at * 20_000,
    firstByteMs: null,
    ...more,
    id: String(at + 1),
    request: Buffer.from(JSON.stringify(body)),
  }));
  return inspectRecording(recordingOf(exchanges), provider === undefined ? {} : { provider });
}

/** The codes of the causes of each request. */
export function causesAt({ exchanges }: Inspection): readonly (readonly string[])[] {
  return exchanges.map(({ findings }) => findings.filter(({ role }) => role === "cause").map(({ code }) => code));
}

/** A list without the marks that the client set. */
export function unmarkedItems(items: readonly JsonObject[]): JsonObject[] {
  return copied([...items]).map((item) => {
    const content = objectsOf(item["content"]).filter((part) => !("cachePoint" in part));
    for (const part of content) delete part["cache_control"];
    return Array.isArray(item["content"]) ? { ...item, content } : item;
  });
}
