import { answerFrames, answerId } from "../wires/openai-responses/read-answer.ts";
import { previousResponse, rebuildDelta, rememberedItems } from "../wires/openai-responses/rebuild-delta.ts";
import { repeatsBytes, says } from "../wire-scan/absent-words.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";
import { validateJson } from "../wire-scan/validate-json.ts";
import type { RecordedExchange, Source } from "./recorded-exchange.ts";

/** Answers whose items are kept: in recorded order the last is asked for, with forks a few before it. */
const KEPT = 16;

/**
 * The same source, with whole requests: for a request over HTTP that continues an earlier recorded answer
 * (`previous_response_id`), `request` is the whole request that the provider makes of it. If that answer was not recorded before
 * it, the request stays as it was sent: its prompt is unknown then, and the judge says so.
 */
export function withContinuedRequests(source: Source): Source {
  const items = new Map<string, Buffer>();
  let owners: ReadonlyMap<string, number> | null = null;
  let last: Buffer | null = null;

  const recall = (responseId: string, before: number): Buffer | null => {
    const known = items.get(responseId);
    if (known !== undefined) return known;
    owners ??= answersOf(source);
    const owner = owners.get(responseId);
    const id = owner === undefined || owner >= before ? undefined : source.ids[owner];
    if (id === undefined) return null;
    const { request, response } = load(id);
    // If the request itself is unknown, its answer is only half of the conversation.
    if (response === null || previousResponse(request) !== null) return null;
    return remember(responseId, rememberedItems(request, answerFrames(response)));
  };

  const remember = (responseId: string, told: Buffer): Buffer => {
    const [oldest] = items.keys();
    if (items.size >= KEPT && oldest !== undefined) items.delete(oldest);
    items.set(responseId, told);
    return told;
  };

  const load = (id: string): RecordedExchange => {
    const sent = source.load(id);
    if (last !== null) repeatsBytes(sent.request, last);
    last = sent.request;
    const continued = continuedBy(sent);
    const told = continued === null ? null : recall(continued, source.ids.indexOf(id));
    return told === null ? sent : { ...sent, request: rebuildDelta(sent.request, told) };
  };
  return { ...source, load };
}

/** Most requests name no earlier answer, which is visible without parsing them. */
function continuedBy({ socket, request }: RecordedExchange): string | null {
  if (socket !== null || !says(request, '"previous_response_id"') || validateJson(request) !== null) return null;
  return previousResponse(request);
}

/** Where each answer stands, by its id. */
function answersOf(source: Source): ReadonlyMap<string, number> {
  const owners = new Map<string, number>();
  for (const [at, id] of source.ids.entries()) {
    const { socket, response } = loadOrNothing(source, id);
    const responseId = socket !== null || response === null ? null : answerId(response);
    if (responseId !== null) owners.set(responseId, at);
  }
  return owners;
}

/** A damaged exchange has no answer to continue. Its damage is reported when it is read itself. */
function loadOrNothing(source: Source, id: string): Pick<RecordedExchange, "socket" | "response"> {
  try {
    return source.load(id);
  } catch (fault) {
    if (fault instanceof HarnessError) return { socket: null, response: null };
    throw fault;
  }
}
