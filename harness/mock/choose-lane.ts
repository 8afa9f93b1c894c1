import { sharedLinks } from "../cache-model/expected-ratio.ts";
import type { PromptChain } from "../cache-model/prompt-chain.ts";
import type { LaneName, Step } from "./script.ts";

/** One conversation with the mocked model, as far as it went. */
export type Lane = {
  readonly name: LaneName;
  readonly steps: readonly Step[];
  /** Steps that were asked for. */
  used: number;
  readonly requests: LaneRequest[];
  /** By which a request shows that it answers a call of the lane's latest answer. */
  callMarks: readonly string[];
  /** Whether the latest answer arrived whole, so that the same request again is no retry. */
  answered: boolean;
};

export type LaneRequest = { readonly number: number; readonly chain: PromptChain };

/** An earlier request whose blocks all stand at the head of a new one. */
export type Match = { readonly lane: Lane; readonly request: LaneRequest };

export type LaneChoice = { readonly lane: Lane | null; readonly closest: Match | null };

/**
 * Whose request this is, where the caller does not say. The call that it answers tells most: ids are the mock's own. Then
 * the longest earlier request that it goes on from. What goes on from a conversation whose script has ended, or from its
 * middle, begins the next fork; so does what goes on from nothing.
 *
 * A fork that begins while its parent has steps left looks like the parent's next turn: such a caller names its lane.
 */
export function chooseLane(lanes: readonly Lane[], chain: PromptChain, body: Buffer): LaneChoice {
  const closest = findClosest(lanes, chain);
  const caller = findCaller(lanes, body);
  if (caller !== null) {
    if (hasStep(caller)) return { lane: caller, closest };
    return { lane: caller.name === "parent" ? nextFork(lanes) : null, closest };
  }
  if (closest !== null) return { lane: goesOn(closest, chain) ? closest.lane : nextFork(lanes), closest };
  const parent = lanes.find(({ name }) => name === "parent");
  return { lane: parent !== undefined && isFresh(parent) ? parent : nextFork(lanes), closest };
}

export function hasStep(lane: Lane): boolean {
  return lane.used < lane.steps.length;
}

function isFresh(lane: Lane): boolean {
  return lane.requests.length === 0 && hasStep(lane);
}

function nextFork(lanes: readonly Lane[]): Lane | null {
  return lanes.find((lane) => lane.name !== "parent" && isFresh(lane)) ?? null;
}

/** The lane whose latest calls the request repeats; the last of them where a fork repeats its parent's too. */
function findCaller(lanes: readonly Lane[], body: Buffer): Lane | null {
  let found: Lane | null = null;
  let last = -1;
  for (const lane of lanes) {
    for (const id of lane.callMarks) {
      const at = body.lastIndexOf(`"${id}"`);
      if (at > last) [found, last] = [lane, at];
    }
  }
  return found;
}

function findClosest(lanes: readonly Lane[], chain: PromptChain): Match | null {
  const matches = lanes
    .flatMap((lane) => lane.requests.map((request) => ({ lane, request })))
    .filter(({ request }) => sharedLinks(request.chain, chain) === request.chain.links.length)
    .sort((a, b) => b.request.chain.links.length - a.request.chain.links.length || b.request.number - a.request.number);
  return matches[0] ?? null;
}

function goesOn({ lane, request }: Match, chain: PromptChain): boolean {
  if (request !== lane.requests.at(-1) || !hasStep(lane)) return false;
  const isSame = chain.links.length === request.chain.links.length;
  return !isSame || !lane.answered;
}
