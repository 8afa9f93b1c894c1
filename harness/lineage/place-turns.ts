import { refusedAttempts } from "./requests/same-again.ts";
import { siblings } from "./requests/siblings.ts";
import type { IndexedRequest } from "./requests/request-summary.ts";

/**
 * One main line continues from a request: with the continuation that behaves as the parent itself would, or else with the first.
 * Later requests may show it (see `placeAll`).
 */
export function place(request: IndexedRequest): void {
  const { parent } = request;
  if (parent === null || request.relation !== "turn") return;
  if (isFork(request)) {
    request.relation = "branch";
    return;
  }
  const { next } = parent;
  const isAgain = next !== null && refusedAttempts([next, request]).size > 0;
  if (next === null || isAgain || compareTurns(request, next) < 0) {
    if (next !== null && !isAgain) next.relation = "branch";
    parent.next = request;
  } else request.relation = "branch";
}

/** The last word on turns and branches, now that all continuations of each request are known. */
export function placeAll(requests: readonly IndexedRequest[]): void {
  const reported = new Set<IndexedRequest>();
  for (const { continuation } of requests) if (continuation.reports !== null) reported.add(continuation.reports);
  const reports = linesReported(requests, reported);
  for (const [parent, all] of siblings(requests, mayBeTurn, isFork)) {
    const attempts = refusedAttempts(all);
    const own = all.filter((each) => !isFork(each) && !attempts.has(each));
    // It was first sent when its first attempt was.
    const firstOrder = (request: IndexedRequest): number =>
      Math.min(request.order, ...[...attempts].flatMap(([each, again]) => (again === request ? [each.order] : [])));
    const [turn = null] = own.toSorted(
      (left, right) =>
        compareTurns(left, right) ||
        Number(reports.has(left)) - Number(reports.has(right)) ||
        firstOrder(left) - firstOrder(right),
    );
    for (const each of all) each.relation = (attempts.get(each) ?? each) === turn ? "turn" : "branch";
    parent.next = turn;
  }
}

function mayBeTurn(request: IndexedRequest): boolean {
  const { relation, named } = request;
  if (named?.by === "forkOf" || (relation !== "turn" && relation !== "branch")) return false;
  // A fork that inherits no message is not a turn, whatever other continuations exist.
  return !isFork(request) || request.continuation.sharedUpTo >= 0;
}

/** Whether a request can only be a fork: it asks what a call of its parent's asked for. */
function isFork({ continuation }: IndexedRequest): boolean {
  return continuation.directive !== null;
}

/** Below 0 where the left one is more like its parent's own next turn by what both say; 0 if that decides nothing. */
export function compareTurns(left: IndexedRequest, right: IndexedRequest): number {
  const [ours, theirs] = [likeness(left), likeness(right)];
  for (const [at, value] of ours.entries()) {
    const difference = value - (theirs[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** How unlike its parent's own next turn a request is, the strongest difference first. */
function likeness({ parent, agent, continuation }: IndexedRequest): readonly number[] {
  const { results, addsText, repeats } = continuation;
  const calls = parent?.calls.length ?? 0;
  // A parent that called tools brings what they answered, and nothing else.
  const answering = calls === 0 ? 0 : results.length === 0 ? 2 : addsText ? 1 : 0;
  const hearing = repeats === "none" ? 2 : repeats === "part" ? 1 : 0;
  return [answering, agent === parent?.agent ? 0 : 1, hearing];
}

/** Requests that begin or go on a line whose last answer another request brings as what its tool answered. */
function linesReported(
  requests: readonly IndexedRequest[],
  reported: ReadonlySet<IndexedRequest>,
): ReadonlySet<IndexedRequest> {
  const lines = new Set(reported);
  for (const request of requests.toReversed()) {
    const { parent, relation } = request;
    if (parent !== null && relation === "turn" && lines.has(request)) lines.add(parent);
  }
  return lines;
}
