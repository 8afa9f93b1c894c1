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
  const { forks, perhaps } = firstTurns(read, keptBy(received));
  const known = forks.map(({ id, ratio }) => ({ id, ratio: ratio ?? refuseUnknown(id) }));
  // The opposite of "every fork" is asserted of each fork, too.
  const isHeld = (ratio: number): boolean => (state.isNot === true ? ratio < atLeast : ratio >= atLeast);
  const holds = known.every(({ ratio }) => isHeld(ratio));
  const doubtful = perhaps.find(({ ratio }) => ratio === null || !isHeld(ratio));
  if (holds && doubtful !== undefined) refuseDoubt(doubtful);
  const pass = state.isNot === true ? !holds : holds;
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

function refuseUnknown(id: string): never {
  const fix = 'record real usage, or use mockProvider, which computes it; usage: "scripted" is ignored';
  throw misuse(
    "HX543",
    `toHaveFirstTurnRatio: the ratio of request ${id} is unknown: no usable counters came back`,
    fix,
  );
}

function refuseDoubt({ id, ratio }: FirstTurn): never {
  const what = `toHaveFirstTurnRatio: request ${id}, with ${ratio === null ? "an unknown ratio" : percent(ratio)}, may be a fork or the next turn`;
  const fix = `assert on the exchange of each fork; if it is a fork, name its parent: expect(inspect(tape, { parentOf: { "${id}": "…" } }))`;
  throw misuse("HX543", what, fix);
}

type FirstTurn = { readonly id: string; readonly ratio: number | null };

/** `perhaps`: requests that may be the first turn of a fork, too. */
type FirstTurns = { readonly forks: readonly FirstTurn[]; readonly perhaps: readonly FirstTurn[] };

function firstTurns(read: Received, kept: readonly Exchange[]): FirstTurns {
  if (read.kind === "judgement") {
    const { child, ratio } = read.judgement;
    if (read.pair !== null) refuseUnanswered("toHaveFirstTurnRatio", read.pair);
    return { forks: [{ id: child.id, ratio: ratio?.observed ?? null }], perhaps: [] };
  }
  const { exchanges } = read.inspection;
  const forks = exchanges.filter(isFork);
  if (forks.length === 0) {
    const fix =
      'pass the fork\'s exchange, such as tape.answered[1], or name its parent: expect(inspect(tape, { parentOf: { "2": "1" } }))';
    throw misuse("HX543", "toHaveFirstTurnRatio: the recording has no fork", fix);
  }
  const ratiosOf = (turns: readonly InspectedExchange[]): readonly FirstTurn[] =>
    withRetries(turns, read.inspection, kept).map(({ id, ratio }) => ({ id, ratio: ratio?.observed ?? null }));
  return { forks: ratiosOf(forks), perhaps: ratiosOf(turnsNextTo(forks, exchanges)) };
}

/** A branch, or a request whose parent the user named. */
function isFork({ relation, parentBecause }: InspectedExchange): boolean {
  return relation === "branch" || parentBecause.includes("said");
}

/**
 * Requests that are taken for the next turn of a request that was forked, too. Of two that continue one request only a lane shows which
 * is the fork: the other may as well be the next turn.
 */
function turnsNextTo(
  forks: readonly InspectedExchange[],
  exchanges: readonly InspectedExchange[],
): readonly InspectedExchange[] {
  const withoutLane = forks.filter(({ parentBecause }) => !parentBecause.includes("forkOf"));
  const forked = new Set(withoutLane.map(({ parent }) => parent));
  return exchanges.filter((each) => each.relation === "turn" && !isFork(each) && forked.has(each.parent));
}

/** An attempt that got no answer read nothing; its retry is the fork's first turn. */
function withRetries(
  turns: readonly InspectedExchange[],
  { exchanges }: Inspection,
  kept: readonly Exchange[],
): readonly InspectedExchange[] {
  const answered = turns.map((turn) => {
    const sent = turn.unanswered === undefined ? undefined : kept.find(({ id }) => id === turn.id);
    const retry = sent === undefined ? null : repeatOf(sent, kept);
    return (retry !== null && exchanges.find(({ id }) => id === retry.id)) || turn;
  });
  return [...new Set(answered)];
}

function percent(ratio: number): string {
  return `${(Math.floor(ratio * 1000) / 10).toFixed(1)} %`;
}
