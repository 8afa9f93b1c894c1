import type { Relation } from "../kernel/breaks/relation.ts";
import { SOONEST_ANSWER_MS } from "./find-parent.ts";
import { mayFollow } from "./match-levels.ts";
import { compareTurns } from "./place-turns.ts";
import { refusedAttempts } from "./requests/same-again.ts";
import { siblings } from "./requests/siblings.ts";
import { type Continuation, type IndexedRequest, isRepeat } from "./requests/request-summary.ts";

/** So many other parents are named, the latest: a fork is rarely further behind its parent. */
const NAMED = 8;

/** The number of earlier requests to examine: a fork of today did not lose content from further back. */
const LOOKED_AT = 256;

const CONTINUES: readonly Relation[] = ["turn", "branch", "side"];

/**
 * The other possible parents of a request. A request that continues an older one, without anything that its conversation added
 * since, has two readings: a fork of that older state, or one of the latest state that lost the rest. The bytes are the same. Its
 * content sometimes distinguishes them (see `isCertain`); otherwise both parents are named.
 */
export function doubts(requests: readonly IndexedRequest[]): ReadonlyMap<IndexedRequest, readonly IndexedRequest[]> {
  const continued = siblings(requests, ({ relation }) => CONTINUES.includes(relation));
  const families = new Map([...continued].map(([parent, all]) => [parent, familyOf(membersOf(all))]));
  const found = new Map<IndexedRequest, readonly IndexedRequest[]>();
  for (const request of requests) {
    const family = request.parent === null ? undefined : families.get(request.parent);
    if (family === undefined || family.all.length === 0 || isCertain(request, family)) continue;
    const newer = newerParents(request, requests);
    if (newer.length > 0) found.set(request, newer);
  }
  return found;
}

/** A request on another model goes on from one without being of its family. A refused request that was sent again counts once. */
function membersOf(all: readonly IndexedRequest[]): readonly IndexedRequest[] {
  const own = all.filter(({ relation }) => relation !== "side");
  const attempts = refusedAttempts(own);
  return attempts.size === 0 ? own : own.filter((each) => !attempts.has(each));
}

/** The content that several continuations of one request share, counted once for all of them. */
type Family = {
  readonly all: readonly IndexedRequest[];
  /** How many bring one and the same result for one call, or one that begins or ends so. */
  readonly brought: ReadonlyMap<string, number>;
  /** Which of them had a task first, by its order. */
  readonly asked: ReadonlyMap<string, number>;
};

function familyOf(all: readonly IndexedRequest[]): Family {
  const brought = new Map<string, number>();
  const asked = new Map<string, number>();
  for (const { continuation, order } of all) {
    for (const part of partsOf(continuation)) brought.set(part, (brought.get(part) ?? 0) + 1);
    const { directive } = continuation;
    if (directive !== null) asked.set(directive, Math.min(order, asked.get(directive) ?? order));
  }
  return { all, brought, asked };
}

/** Whether what a request says can come from its parent alone. */
function isCertain(request: IndexedRequest, family: Family): boolean {
  const { parent, named, relation, continuation, order } = request;
  if (parent === null || named !== null || !CONTINUES.includes(relation)) return true;
  if (family.all.every((each) => each === request)) return true;
  // An edited history shows what was done to it.
  if (continuation.sharedUpTo < 0) return true;
  // Another fork that had the task before: one that goes on from there, and lost the end, still has the words.
  if (continuation.directive !== null) return (family.asked.get(continuation.directive) ?? order) >= order;
  // A repeated request says nothing of its own.
  if (isRepeat(parent, request)) return true;
  if (relation === "turn" && family.all.every((each) => each === request || compareTurns(request, each) < 0))
    return true;
  return answersOtherwise(request, family) || asksOtherwise(request, family);
}

/**
 * Whether it is one of three or more different questions to the same answer, and nothing went on from those before it: forks that were sent
 * one after the other. Of two questions, the second may have lost the first.
 */
function asksOtherwise({ digest, continuation, order }: IndexedRequest, { all }: Family): boolean {
  const isQuestion = ({ addsText, results, sharedUpTo }: Continuation): boolean =>
    addsText && results.length === 0 && sharedUpTo === continuation.sharedUpTo;
  const isOther = (each: IndexedRequest): boolean =>
    isQuestion(each.continuation) && each.digest.chains.at(-1) !== digest.chains.at(-1);
  if (!isQuestion(continuation) || all.filter(isOther).length < FEWEST_FORKS - 1) return false;
  return all.every((each) => each.order >= order || (isOther(each) && !each.isContinued));
}

const FEWEST_FORKS = 3;

/**
 * Whether it brings its own results for its parent's calls: a continuation of a later state brings the same results, or their
 * rest. A cleared result is not its own.
 */
function answersOtherwise({ relation, continuation }: IndexedRequest, { brought }: Family): boolean {
  const { results, answersCall } = continuation;
  if (!answersCall) return false;
  if (results.some(({ head }) => head === null)) return false;
  // A request on another model is not a member of the family.
  const own = relation === "side" ? 0 : 1;
  return partsOf(continuation).every((part) => (brought.get(part) ?? 0) <= own);
}

/** Signs that two results for one call are the same result, edited or not. */
function partsOf({ results }: Continuation): readonly string[] {
  return results.flatMap(({ call, digest, head, tail }) => [
    `${call} is ${digest}`,
    ...(head === null ? [] : [`${call} begins ${head}`, `${call} ends ${tail}`]),
  ]);
}

/** Requests that went on from the parent and were there, answered, when this one was sent: the latest first. */
function newerParents(request: IndexedRequest, requests: readonly IndexedRequest[]): readonly IndexedRequest[] {
  const { parent, order } = request;
  const newer: IndexedRequest[] = [];
  const last = Math.max(parent?.order ?? 0, order - 1 - LOOKED_AT);
  for (let at = order - 1; at > last && newer.length < NAMED; at -= 1) {
    const each = requests[at];
    if (each === undefined || isRepeat(each, request) || !mayFollow(each, request)) continue;
    if (!goesOnFrom(each, parent)) continue;
    newer.push(each);
  }
  return newer.some((each) => wasAnswered(each, request)) ? newer : [];
}

/** Whether a request goes on from another one over turns and branches. */
function goesOnFrom(request: IndexedRequest, ancestor: IndexedRequest | null): boolean {
  let each: IndexedRequest | null = request;
  for (let steps = 0; steps < LOOKED_AT && each !== null && each !== ancestor; steps += 1)
    each = CONTINUES.includes(each.relation) && each.outcome !== "refused" ? each.parent : null;
  return each === ancestor && each !== null;
}

/** A request that was sent while another waits for its answer knows nothing of that answer. */
function wasAnswered(known: IndexedRequest, { startedAtMs, clock, order }: IndexedRequest): boolean {
  if (known.outcome === "refused") return false;
  if (known.next !== null && known.next.order < order) return true;
  if (startedAtMs === null || known.clock !== clock) return true;
  if (known.answeredAtMs !== null) return known.answeredAtMs <= startedAtMs;
  if (known.startedAtMs === null) return true;
  return (
    known.startedAtMs + SOONEST_ANSWER_MS <= startedAtMs || (known.outcome === "answered" && known.relation === "turn")
  );
}
