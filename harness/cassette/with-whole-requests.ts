import {
  generatesNothing,
  previousResponse,
  rebuildDelta,
  rememberedItems,
} from "../wires/openai-responses/rebuild-delta.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";
import type { RecordedExchange, Source } from "./recorded-exchange.ts";

/** The items that a provider keeps under the id of the last answer on one connection. */
type Memory = { readonly responseId: string; readonly items: Buffer };

/**
 * The same source, with whole requests: for a WebSocket message that continues an earlier answer (`previous_response_id`),
 * `request` is the whole request that the provider makes of it: the remembered items, raw, before its own. The original source
 * keeps the message as it was sent.
 * Of each connection the last answer's items are kept, so that reading in recorded order looks at each message once.
 *
 * @throws HarnessError on load, HX212 if the answer that a message continues is not recorded, or its frames are not
 */
export function withWholeRequests(source: Source): Source {
  const memories = new Map<string, Memory>();
  const recall = (responseId: string): Memory | null =>
    [...memories.values()].find((memory) => memory.responseId === responseId) ?? null;

  const load = (id: string): RecordedExchange => {
    const sent = source.load(id);
    if (sent.socket === null || sent.request.length === 0) return sent;
    for (const earlier of forgotten(source, sent, recall)) load(earlier);
    const continued = previousResponse(sent.request);
    const items = continued === null ? null : (recall(continued)?.items ?? Buffer.alloc(0));
    const whole = items === null ? sent : { ...sent, request: rebuildDelta(sent.request, items) };
    const memory = remember(whole);
    if (memory !== null) memories.set(sent.socket.connection, memory);
    return whole;
  };
  return { ...source, load };
}

/** The messages to read before this one can be rebuilt, the earliest first; empty in recorded order. */
function forgotten(
  source: Source,
  message: RecordedExchange,
  recall: (responseId: string) => Memory | null,
): readonly string[] {
  const ids: string[] = [];
  for (let at = message; ;) {
    const responseId = previousResponse(at.request);
    if (responseId === null || recall(responseId) !== null) return ids.toReversed();
    at = answeredAs(source, responseId, at.id);
    ids.push(at.id);
  }
}

/** The nearest message before `id` that was answered under this response id. */
function answeredAs(source: Source, responseId: string, id: string): RecordedExchange {
  for (let at = source.ids.indexOf(id) - 1; at >= 0; at -= 1) {
    const earlier = source.load(source.ids[at] ?? "");
    if (earlier.socket?.responseId !== responseId) continue;
    if (!isAnswerKnown(earlier)) throw answerless(source, id, responseId, "was recorded without its frames");
    return earlier;
  }
  throw answerless(source, id, responseId, "is not recorded before it");
}

function answerless(source: Source, id: string, responseId: string, why: string): HarnessError {
  return new HarnessError({
    code: "HX212",
    what: `message ${id} continues the response "${responseId}", which ${why}: what it asks is unknown`,
    where: source.name,
    fix: "record the connection from its first message on, and what comes back",
    exit: 3,
  });
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
