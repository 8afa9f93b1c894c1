import type { Link } from "../conversation-roots.ts";
import { type Child, type Continuation, type IndexedRequest, openingOf } from "./request-summary.ts";

/** The facts kept of a request, now that its parent is known. */
export function indexRequest(asked: Child, link: Link, continuation: Continuation, order: number): IndexedRequest {
  const { id, voice, key, host, agent, digest, startedAtMs, answeredAtMs, named, outcome } = asked;
  const { messages, chains } = digest;
  return {
    ...link,
    id,
    voice,
    key,
    host,
    agent,
    opening: openingOf(asked),
    // Facts needed for a new request alone are not kept: those of all would grow with the square of their number.
    digest: { ...digest, messages, chains, leads: [], items: [], ids: [], byModel: [], places: [] },
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
