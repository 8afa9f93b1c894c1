import type { Link } from "../conversation-roots.ts";
import type { Speaker } from "./speakers.ts";
import { type Child, type Continuation, type IndexedRequest, openingOf } from "./request-summary.ts";

/** A request as lineage takes it in, and who speaks in it. */
type Heard = Pick<IndexedRequest, "order" | "joins"> & { readonly asked: Child; readonly speaker: Speaker };

/** The facts kept of a request, now that its parent is known. */
export function indexRequest(
  { asked, speaker: { voice, key, host, agent, tools, system, traits }, order, joins }: Heard,
  link: Link,
  continuation: Continuation,
): IndexedRequest {
  const { id, digest, startedAtMs, answeredAtMs, named, outcome } = asked;
  const { messages, chains } = digest;
  return {
    // Member by member: an object that is spread holds its members apart, which takes more room.
    parent: link.parent,
    relation: link.relation,
    certainty: link.certainty,
    asksForSummary: link.asksForSummary,
    id,
    voice,
    key,
    host,
    agent,
    opening: openingOf(asked),
    joins,
    digest: { tools, system, agent: traits, messages, chains },
    startedAtMs,
    answeredAtMs,
    named,
    outcome,
    answer: NOTHING,
    calls: NOTHING,
    isAnswerRecorded: asked.answer !== null,
    continuation,
    order,
    next: null,
    isContinued: false,
    mayBeStored: outcome !== "refused" || (link.parent?.mayBeStored ?? false),
    isOfMainLine: false,
  };
}

const NOTHING: readonly never[] = [];
