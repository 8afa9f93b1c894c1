import {
  generatesNothing,
  previousResponse,
  rebuildDelta,
  rememberedItems,
} from "../wires/openai-responses/rebuild-delta.ts";
import type { RecordedExchange, Source } from "./recorded-exchange.ts";

/** The items that a provider keeps under the id of the last answer on one connection. */
type Memory = { readonly responseId: string; readonly items: Buffer };

/**
 * The same source, with whole requests: for a WebSocket message that continues an earlier answer (`previous_response_id`),
 * `request` is the whole request that the provider makes of it: the remembered items, raw, before its own. The original source
 * keeps the message as it was sent.
 * If that answer was not recorded before it, or without its frames, the message stays as it was sent: its prompt is unknown then, and the
 * judge says so. Of each connection the last answer's items are kept, so that reading in recorded order looks at each message once.
 */
export function withWholeRequests(source: Source): Source {
  const memories = new Map<string, Memory>();
  const unknown = new Set<string>();
  const recall = (responseId: string): Memory | null =>
    [...memories.values()].find((memory) => memory.responseId === responseId) ?? null;

  const load = (id: string): RecordedExchange => {
    const sent = source.load(id);
    if (sent.socket === null || sent.request.length === 0) return sent;
    const missing = forgotten(source, sent, recall, unknown);
    if (missing === null) {
      unknown.add(id);
      return sent;
    }
    for (const earlier of missing) load(earlier);
    const continued = previousResponse(sent.request);
    const items = continued === null ? null : (recall(continued)?.items ?? Buffer.alloc(0));
    const whole = items === null ? sent : { ...sent, request: rebuildDelta(sent.request, items) };
    const memory = remember(whole);
    if (memory !== null) memories.set(sent.socket.connection, memory);
    return whole;
  };
  return { ...source, load };
}

/** The messages to read before this one can be rebuilt, the earliest first; empty in recorded order; null if one is missing. */
function forgotten(
  source: Source,
  message: RecordedExchange,
  recall: (responseId: string) => Memory | null,
  unknown: ReadonlySet<string>,
): readonly string[] | null {
  const ids: string[] = [];
  for (let at: RecordedExchange | null = message; ;) {
    const responseId = previousResponse(at.request);
    if (responseId === null || recall(responseId) !== null) return ids.toReversed();
    at = answeredAs(source, responseId, at.id);
    if (at === null || unknown.has(at.id)) return null;
    ids.push(at.id);
  }
}

/** The nearest message before `id` that was answered under this response id, with its frames. */
function answeredAs(source: Source, responseId: string, id: string): RecordedExchange | null {
  for (let at = source.ids.indexOf(id) - 1; at >= 0; at -= 1) {
    const earlier = source.load(source.ids[at] ?? "");
    if (earlier.socket?.responseId === responseId) return isAnswerKnown(earlier) ? earlier : null;
  }
  return null;
}

/** No frames are an empty answer only if no answer was requested: clients warm a connection up with `generate: false`. */
function isAnswerKnown({ request, response }: RecordedExchange): boolean {
  return (response?.body.length ?? 0) > 0 || generatesNothing(request);
}

function remember(message: RecordedExchange): Memory | null {
  const { request, response, socket } = message;
  const responseId = socket?.responseId ?? null;
  if (responseId === null || !isAnswerKnown(message)) return null;
  return { responseId, items: rememberedItems(request, response?.body ?? Buffer.alloc(0)) };
}
