import type { Layout } from "../../kernel/layout.ts";
import { findConversation, type SaidRequest, type Followed } from "./find-conversation.ts";
import { hasStep, isUnused, type Lane, type LaneTurn } from "./lane.ts";
import { matchedParts, matchesRequest } from "./matches-request.ts";
import { lastTurnOf, newTexts, saidBy } from "./said-request.ts";
import { statesDirective } from "./states-directive.ts";

/** An earlier request that a new one goes on from. */
export type Match = { readonly lane: Lane; readonly turn: LaneTurn };

export type LaneChoice = {
  readonly lane: Lane | null;
  readonly closest: Match | null;
  /** Lanes whose `when` the request matches, where there is more than one. */
  readonly ambiguous?: readonly Lane[];
};

/**
 * The lane of a request, if the caller does not name it. A matching `when` decides for a lane that has not begun. Otherwise the
 * content of the request decides: the conversation that it repeats continues, and a request that states the input of a call
 * begins the next fork. So does a request that continues from the middle of a conversation, from one whose script has ended, or
 * from no conversation.
 * A repeated answer with a new user message is the parent's turn while the parent has steps left: a fork that looks so needs a
 * `when`, or names its lane.
 */
export function chooseLane(lanes: readonly Lane[], layout: Layout): LaneChoice {
  const said = saidBy(layout);
  const request: SaidRequest = { said, last: lastTurnOf(layout), layout };
  const followed = findConversation(lanes, request);
  const closest = followed === null ? null : { lane: followed.lane, turn: followed.turn };
  if (followed?.kind === "retry") return { lane: followed.lane, closest };
  const matched = matchingLanes(lanes, layout);
  const unused = matched.filter(isUnused);
  const [first] = unused;
  if (first !== undefined) {
    const byMatcher = new Map(matched.toReversed().map((lane) => [lane.matcher, lane]));
    const ambiguous = [...byMatcher.values()].reverse();
    return ambiguous.length > 1 ? { lane: null, closest, ambiguous } : { lane: first, closest };
  }
  if (followed === null)
    return { lane: lanes.find((lane) => isUnused(lane) && lane.matcher === null) ?? null, closest };
  return { lane: settle(followed, lanes, request), closest };
}

function matchingLanes(lanes: readonly Lane[], layout: Layout): readonly Lane[] {
  if (lanes.every(({ matcher }) => matcher === null)) return [];
  const parts = matchedParts(layout);
  return lanes.filter(({ matcher }) => matcher !== null && matchesRequest(matcher, parts));
}

/** Whether the request that goes on from a conversation is its next turn or the beginning of a fork. */
function settle({ kind, lane, turn }: Followed, lanes: readonly Lane[], { layout }: SaidRequest): Lane | null {
  const fork = lanes.find((each) => each.name !== "parent" && each.matcher === null && isUnused(each)) ?? null;
  if (kind === "middle") return fork;
  const texts = newTexts(layout, kind === "edited" ? null : turn);
  const calls = lane.turns.flatMap(({ answer }) => answer.filter((item) => item.kind === "call"));
  if (fork !== null && statesDirective(texts, calls)) return fork;
  if (hasStep(lane)) return kind === "dropped" && texts.length > 0 ? (fork ?? lane) : lane;
  return lane.name === "parent" || texts.length > 0 ? fork : null;
}
