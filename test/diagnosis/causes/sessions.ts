import type { Exchange } from "../../../harness/kernel/exchange.ts";
import type { JudgedRecording } from "../../../harness/kernel/inspection/inspection.ts";
import { inspectRecording } from "../../../harness/verdict/recording/inspect-recording.ts";
import { copied, type JsonObject, objectsOf } from "../../lineage/sessions/json.ts";
import { recordingOf } from "../inspect-example.ts";
import { itemsOf, type RealBody, withItems } from "./real-bodies.ts";

/** The requests of a real conversation, turn by turn: each says what the one before it said, its answer and what came then. */
function requestsOf(real: RealBody): readonly (readonly JsonObject[])[] {
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

export function inspectSent({ exchange }: RealBody, sent: readonly Sent[], provider?: string): JudgedRecording {
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
export function causesAt({ exchanges }: JudgedRecording): readonly (readonly string[])[] {
  return exchanges.map(({ findings }) => findings.filter(({ role }) => role === "cause").map(({ code }) => code));
}

/** A list without the marks that the client set. */
function unmarkedItems(items: readonly JsonObject[]): JsonObject[] {
  return copied([...items]).map((item) => {
    const content = objectsOf(item["content"]).filter((part) => !("cachePoint" in part));
    for (const part of content) delete part["cache_control"];
    return Array.isArray(item["content"]) ? { ...item, content } : item;
  });
}

/** The items of as many requests as asked for: the recorded turns, then made ones. */
export function turnsOf(real: RealBody, count: number): readonly (readonly JsonObject[])[] {
  const { codec } = real;
  const turns = requestsOf(real).map(unmarkedItems);
  for (let last = turns.at(-1) ?? []; turns.length < count; turns.push(last)) {
    const nth = turns.length;
    const answer = codec.answer({ text: `Answer ${nth}.`, thinking: null, calls: [] });
    last = [...last, ...answer, ...codec.user(`Question ${nth}? ${"There is more to say. ".repeat(30)}`, "block")];
  }
  return turns.slice(0, count);
}

/** The items with a breakpoint behind the last one, as the wire writes it. */
export function markedAtEnd({ wire }: RealBody, items: readonly JsonObject[]): JsonObject[] {
  const [last = {}] = items.slice(-1);
  const { content } = last;
  const parts = typeof content === "string" ? [{ type: "text", text: content }] : objectsOf(copied(content ?? null));
  const marked =
    wire === "bedrock-converse"
      ? [...parts, { cachePoint: { type: "default" } }]
      : [...parts.slice(0, -1), { ...parts.at(-1), cache_control: { type: "ephemeral" } }];
  return [...items.slice(0, -1), { ...last, content: marked }];
}
