import { wireOfPath } from "../../wires/wire-of-path.ts";
import type { Header } from "../../kernel/exchange.ts";
import { laneNamedIn } from "../../kernel/lane/lane-header.ts";
import type { ServedRequest } from "../../kernel/lane/served-header.ts";

/** The facts that a recorder knows of a request. */
export type SentRequest = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly headers: readonly Header[];
  /** The status of its answer; null without an answer. */
  readonly status: number | null;
  /** What a mocked provider said of it; absent for any other provider. */
  readonly served?: Pick<ServedRequest, "provider" | "number" | "lane" | "follows"> | null;
};

/**
 * The parents that requests name by their lane (`x-forkproof-lane`), or that a mocked provider's script shows, by child. The first
 * request of a fork's lane continues the request that the mocked provider saw it fork; else the parent's last request before
 * it, skipping a refused one if another was not refused. If the provider refused it, the lane's next request continues the same
 * parent. Later requests in the lane continue the lane, and name no parent.
 */
export function laneParents(requests: Iterable<SentRequest>): ReadonlyMap<string, string> {
  const parents = new Map<string, string>();
  const scripts = new Map<number, ScriptProgress>();
  for (const { id, method, path, headers, status, served = null } of requests) {
    const script = scripts.get(served?.provider ?? 0) ?? newProgress();
    scripts.set(served?.provider ?? 0, script);
    if (served !== null) script.ids.set(served.number, id);
    const lane = asksModel(method, path) ? (laneNamedIn(headers) ?? served?.lane ?? null) : null;
    const isRefused = (status ?? 200) >= 400;
    if (lane === "parent") {
      if (!isRefused || script.parent === null || script.parent.isRefused) script.parent = { id, isRefused };
    } else if (lane !== null && FORK.test(lane) && !script.begun.has(lane)) {
      if (!isRefused) script.begun.add(lane);
      const parent = script.refused.get(lane) ?? followed(script, served) ?? script.parent?.id;
      if (parent === undefined) continue;
      script.refused.set(lane, parent);
      parents.set(id, parent);
    }
  }
  return parents;
}

/** How far the lanes of one script went. */
type ScriptProgress = {
  readonly begun: Set<string>;
  /** The parents of lanes whose first request was refused so far. */
  readonly refused: Map<string, string>;
  /** Ids by the mocked provider's own numbers. */
  readonly ids: Map<number, string>;
  parent: { readonly id: string; readonly isRefused: boolean } | null;
};

function newProgress(): ScriptProgress {
  return { begun: new Set(), refused: new Map(), ids: new Map(), parent: null };
}

function followed({ ids }: ScriptProgress, served: SentRequest["served"]): string | undefined {
  return served?.follows == null ? undefined : ids.get(served.follows);
}

const FORK = /^fork(?:\[\d+\])?$/;

function asksModel(method: string, path: string): boolean {
  return (method === "POST" || method === "WS-MESSAGE") && wireOfPath(path) !== "foreign";
}
