import type { Link } from "../conversation-roots.ts";
import type { Speaker } from "./speakers.ts";
import { type Child, type Continuation, type IndexedRequest, openingOf } from "./request-summary.ts";

/** A request as lineage takes it in, and who speaks in it. */
type Heard = { readonly asked: Child; readonly speaker: Speaker; readonly order: number };

/** The facts kept of a request, now that its parent is known. */
export function indexRequest(
  { asked, speaker: { voice, key, host, agent, tools, system, traits }, order }: Heard,
  link: Link,
  continuation: Continuation,
): IndexedRequest {
  const { id, digest, startedAtMs, answeredAtMs, named, outcome } = asked;
  const { messages, chains, seen } = digest;
  return {
    ...link,
    id,
    voice,
    key,
    host,
    agent,
    opening: openingOf(asked),
    digest: { tools, system, agent: traits, messages, chains, ...NEW_ALONE, seen },
    startedAtMs,
    answeredAtMs,
    named,
    outcome,
    answer: new Set(),
    calls: [],
    isAnswerRecorded: asked.answer !== null,
    continuation,
    order,
    next: null,
    isContinued: false,
    mayBeStored: outcome !== "refused" || (link.parent?.mayBeStored ?? false),
    isOfMainLine: false,
  };
}

/** Facts needed for a new request alone are not kept: those of all would grow with the square of their number. */
const NEW_ALONE = { leads: [], items: [], ids: [], byModel: [], places: [] };
