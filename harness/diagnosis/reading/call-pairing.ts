import { foldMessagesMemo } from "../../kernel/memo/fold-messages-memo.ts";
import type { Layout } from "../../kernel/layout.ts";
import { memoizeByObject } from "../../kernel/memo/memoize-by-object.ts";
import { Sequence } from "../../kernel/memo/sequence.ts";
import { readCallId } from "./call-id.ts";
import { wireNamed } from "../../wires/list.ts";
import { keepCalls } from "../facts/continuations.ts";

/** Calls and results of a request that do not belong to one another as its provider demands. */
export type CallPairing = {
  /** JSON pointers of results whose call does not stand before them. */
  readonly orphans: readonly string[];
  /** JSON pointers of calls whose result does not stand behind them. */
  readonly unanswered: readonly string[];
};

/** Ids with the pointer of their block, in order. */
type Ids = Sequence<readonly [id: string, pointer: string]>;

type Turn = { readonly role: string; readonly calls: Ids; readonly results: Ids };

/** The last two turns, and what those before them leave open. */
type Turns = {
  readonly before: Turn;
  readonly turn: Turn;
  readonly orphans: Sequence<string>;
  readonly unanswered: Sequence<string>;
};

const QUOTE = 0x22;

const WELL_PAIRED: CallPairing = { orphans: [], unanswered: [] };
const NO_IDS: Ids = Sequence.empty();
const NO_TURN: Turn = { role: "", calls: NO_IDS, results: NO_IDS };
const NO_TURNS: Turns = { before: NO_TURN, turn: NO_TURN, orphans: Sequence.empty(), unanswered: Sequence.empty() };

/**
 * Holds each client tool call against the results behind it, and each result against the calls before it. Neighbouring
 * messages of one role are one turn. Only ids are read off the bytes: this is asked of every request.
 */
export const pairCalls: (layout: Layout) => CallPairing = memoizeByObject((layout) => {
  const continues = layout.parameters.some(
    ({ name, value }) => keepCalls.includes(name) && layout.body[value.start] === QUOTE,
  );
  if (continues) return WELL_PAIRED;
  // The turn that is begun last has no results: calls of the one before it wait in vain.
  const { orphans, unanswered } = beginTurn(beginTurn(turnsOf(layout), ""), "");
  return { orphans: orphans.toArray(), unanswered: unanswered.toArray() };
});

/** Where a result may stand anywhere behind its call, all calls are one turn and all results the next. */
const turnsOf = foldMessagesMemo(NO_TURNS, (state, { dialect, body, units }, from, to) => {
  const spelling = wireNamed(dialect).calls;
  const isLater = spelling.answered === "later";
  const isCounted = spelling.call.of === "part";
  let turns = state;
  for (let at = from; at < to; at += 1) {
    const unit = units[at];
    if (unit === undefined) continue;
    if (unit.unit === "envelope" && !isLater) {
      // Who answers a counted call is the user, by whatever name.
      const role = isCounted && unit.role !== "model" ? "user" : unit.role;
      if (turns === NO_TURNS || turns.turn.role !== role) turns = beginTurn(turns, role);
    }
    const callId = readCallId(body, unit, spelling.call, "tool-use");
    const resultId = readCallId(body, unit, spelling.result, "tool-result");
    if (callId !== null) turns = withCall(turns, [isCounted ? nth(turns.turn.calls) : callId, unit.pointer], isLater);
    if (resultId !== null) turns = withResult(turns, [isCounted ? nth(turns.turn.results) : resultId, unit.pointer]);
  }
  return turns;
});

function nth({ length }: Ids): string {
  return String(length);
}

function withCall(turns: Turns, call: readonly [string, string], isLater: boolean): Turns {
  const { before, turn } = turns;
  return isLater
    ? { ...turns, before: { ...before, calls: before.calls.and(call) } }
    : { ...turns, turn: { ...turn, calls: turn.calls.and(call) } };
}

function withResult(turns: Turns, result: readonly [string, string]): Turns {
  const { turn } = turns;
  return { ...turns, turn: { ...turn, results: turn.results.and(result) } };
}

/** The results that the previous turn waits for are in this turn or missing. */
function beginTurn({ before, turn, orphans, unanswered }: Turns, role: string): Turns {
  if (areOnePair(before.calls, turn.results)) return { before: turn, turn: { ...NO_TURN, role }, orphans, unanswered };
  const called = new Map(before.calls.toArray());
  const answered = new Map(turn.results.toArray());
  for (const [id, pointer] of answered) if (!called.has(id)) orphans = orphans.and(pointer);
  for (const [id, pointer] of called) if (!answered.has(id)) unanswered = unanswered.and(pointer);
  return { before: turn, turn: { ...NO_TURN, role }, orphans, unanswered };
}

/** Or nothing at all: most turns call one tool, and a set of one costs as much as reading its id. */
function areOnePair(calls: Ids, results: Ids): boolean {
  return calls.length < 2 && calls.length === results.length && calls.at(0)?.[0] === results.at(0)?.[0];
}
