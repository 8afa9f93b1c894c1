import { answerFrames, answerId } from "../wires/openai-responses/read-answer.ts";
import { previousResponse, rebuildDelta, rememberedItems } from "../wires/openai-responses/rebuild-delta.ts";
import { repeatsBytes, says } from "../wire-scan/absent-words.ts";
import type { Exchange, Recording } from "../kernel/exchange.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";
import { validateJson } from "../wire-scan/validate-json.ts";
import type { RecordedExchange } from "./recorded-exchange.ts";

/** Answers whose items are kept: in recorded order the last is asked for, with forks a few before it. */
const KEPT = 16;

/**
 * The same source, with whole requests: for a request over HTTP that continues an earlier recorded answer
 * (`previous_response_id`), `request` is the whole request that the provider makes of it. If that answer was not recorded before
 * it, the request stays as it was sent: its prompt is unknown then, and the judge says so.
 */
export function withContinuedRequests<Each extends Sent>(source: SourceOf<Each>): SourceOf<Each> {
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

  const load = (id: string): Each => {
    const sent = source.load(id);
    if (last !== null) repeatsBytes(sent.request, last);
    last = sent.request;
    const continued = continuedBy(sent);
    const told = continued === null ? null : recall(continued, source.ids.indexOf(id));
    return told === null ? sent : { ...sent, request: rebuildDelta(sent.request, told) };
  };
  return { ...source, load };
}

type SourceOf<Each> = Omit<Recording, "load"> & { readonly load: (id: string) => Each };

/** An exchange of this process knows of no socket. */
type Sent = Exchange & Partial<Pick<RecordedExchange, "socket">>;

/** Most requests name no earlier answer, which is visible without parsing them. */
function continuedBy({ socket = null, request }: Sent): string | null {
  if (socket !== null || !mayContinue(request) || validateJson(request) !== null) return null;
  return previousResponse(request);
}

export function mayContinue(request: Buffer): boolean {
  return says(request, '"previous_response_id"');
}

/** Where each answer stands, by its id. */
function answersOf(source: SourceOf<Sent>): ReadonlyMap<string, number> {
  const owners = new Map<string, number>();
  for (const [at, id] of source.ids.entries()) {
    const { socket = null, response } = loadOrNothing(source, id);
    const responseId = socket !== null || response === null ? null : answerId(response);
    if (responseId !== null) owners.set(responseId, at);
  }
  return owners;
}

/** A damaged exchange has no answer to continue. Its damage is reported when it is read itself. */
function loadOrNothing(source: SourceOf<Sent>, id: string): Pick<Sent, "socket" | "response"> {
  try {
    return source.load(id);
  } catch (fault) {
    if (fault instanceof HarnessError) return { response: null };
    throw fault;
  }
}
