import type { InspectedExchange, Inspection } from "../../kernel/inspection/inspection.ts";
import type { Exchange } from "../../kernel/exchange.ts";
import { faultsOf, refuseFaults } from "../judging/script-faults.ts";
import { checkOptions, describe, misuse } from "../misuse.ts";
import type { MatcherResult, MatcherState } from "./matcher.ts";
import { keptBy, type Received, readReceived } from "./received.ts";
import { refuseUnanswered, repeatOf } from "./refuse-unanswered.ts";
import { textOf } from "./to-have-finding.ts";

export type FirstTurnRatioOptions = {
  /** From 0 to 1: the least share of the prompt that was read from the cache. */
  readonly atLeast: number;
};

/** Whether a fork's first turn read at least this share of its prompt from the cache; of an inspection, every fork's. */
export function toHaveFirstTurnRatio(
  state: MatcherState,
  received: unknown,
  options: FirstTurnRatioOptions,
): MatcherResult {
  const atLeast = checkBound(options);
  const read = readReceived("toHaveFirstTurnRatio", received);
  refuseFaults("toHaveFirstTurnRatio", faultsOf(received));
  const turns = firstTurns(read, keptBy(received));
  const known = turns.map(({ id, ratio }) => {
    if (ratio !== null) return { id, ratio };
    const fix = 'record real usage, or use mockProvider, which computes it; usage: "scripted" is ignored';
    throw misuse(
      "HX543",
      `toHaveFirstTurnRatio: the ratio of request ${id} is unknown: no usable counters came back`,
      fix,
    );
  });
  const low = known.filter(({ ratio }) => ratio < atLeast);
  // The opposite of "every fork" is asserted of each fork, too.
  const pass = state.isNot === true ? low.length < known.length : low.length === 0;
  const says = known.map(({ id, ratio }) => `${percent(ratio)} at ${id}`).join(", ");
  const wanted = state.isNot === true ? "below" : "of at least";
  return {
    pass,
    message: () => `expected a first-turn ratio ${wanted} ${percent(atLeast)}; it is ${says}\n\n${textOf(read)}`,
  };
}

function checkBound(options: unknown): number {
  checkOptions("toHaveFirstTurnRatio", options, ["atLeast"]);
  const atLeast: unknown =
    typeof options === "object" && options !== null && "atLeast" in options ? options.atLeast : undefined;
  if (typeof atLeast === "number" && atLeast > 0 && atLeast <= 1) return atLeast;
  throw misuse(
    "HX541",
    `toHaveFirstTurnRatio: atLeast is ${describe(atLeast)}`,
    "write { atLeast: 0.8 }: above 0, at most 1",
  );
}

type FirstTurn = { readonly id: string; readonly ratio: number | null };

function firstTurns(read: Received, kept: readonly Exchange[]): readonly FirstTurn[] {
  if (read.kind === "judgement") {
    const { child, ratio } = read.judgement;
    if (read.pair !== null) refuseUnanswered("toHaveFirstTurnRatio", read.pair);
    return [{ id: child.id, ratio: ratio?.observed ?? null }];
  }
  const forks = withRetries(forksOf(read.inspection), read.inspection, kept);
  if (forks.length > 0) return forks.map(({ id, ratio }) => ({ id, ratio: ratio?.observed ?? null }));
  const fix =
    'pass the fork\'s exchange, such as tape.answered[1], or name its parent: expect(inspect(tape, { parentOf: { "2": "1" } }))';
  throw misuse("HX543", "toHaveFirstTurnRatio: the recording has no fork", fix);
}

/** An attempt that got no answer read nothing; its retry is the fork's first turn. */
function withRetries(
  forks: readonly InspectedExchange[],
  { exchanges }: Inspection,
  kept: readonly Exchange[],
): readonly InspectedExchange[] {
  const turns = forks.map((fork) => {
    const sent = fork.unanswered === undefined ? undefined : kept.find(({ id }) => id === fork.id);
    const retry = sent === undefined ? null : repeatOf(sent, kept);
    return (retry !== null && exchanges.find(({ id }) => id === retry.id)) || fork;
  });
  return [...new Set(turns)];
}

/**
 * Branches, requests whose parent the user named, and the request that is taken for the next turn where a branch stands next to it and nothing goes on from it: without a
 * lane nothing tells the two apart.
 */
function forksOf({ exchanges }: Inspection): readonly InspectedExchange[] {
  const forked = new Set(exchanges.flatMap(({ relation, parent }) => (relation === "branch" ? [parent] : [])));
  const continued = new Set(exchanges.map(({ parent }) => parent));
  return exchanges.filter(
    ({ id, relation, parent, parentBecause }) =>
      relation === "branch" ||
      parentBecause.includes("said") ||
      (relation === "turn" && forked.has(parent) && !continued.has(id)),
  );
}

function percent(ratio: number): string {
  return `${(Math.floor(ratio * 1000) / 10).toFixed(1)} %`;
}
