import { wireOfPath } from "../../wires/wire-of-path.ts";
import type { Header } from "../../kernel/exchange.ts";
import { laneNamedIn } from "../../kernel/lane/lane-header.ts";

/** The facts that a recorder knows of a request. */
export type SentRequest = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly headers: readonly Header[];
  /** Of its answer; null without one. */
  readonly status: number | null;
};

/**
 * The parents that requests name by their lane (`x-forkproof-lane`), by child. The first request of a fork's lane continues the
 * parent's last request before it, skipping a refused one if another was not refused. Later requests in the lane continue the
 * lane, and name no parent.
 */
export function laneParents(requests: Iterable<SentRequest>): ReadonlyMap<string, string> {
  const parents = new Map<string, string>();
  const begun = new Set<string>();
  let parent: string | null = null;
  let isParentRefused = false;
  for (const { id, method, path, headers, status } of requests) {
    const lane = asksModel(method, path) ? laneNamedIn(headers) : null;
    if (lane === "parent") {
      const isRefused = (status ?? 200) >= 400;
      if (!isRefused || parent === null || isParentRefused) [parent, isParentRefused] = [id, isRefused];
    } else if (lane !== null && FORK.test(lane) && !begun.has(lane)) {
      begun.add(lane);
      if (parent !== null) parents.set(id, parent);
    }
  }
  return parents;
}

const FORK = /^fork(?:\[\d+\])?$/;

function asksModel(method: string, path: string): boolean {
  return (method === "POST" || method === "WS-MESSAGE") && wireOfPath(path) !== "foreign";
}
