import type { Layout, Unit } from "../kernel/layout.ts";
import { decodeString } from "../wire-scan/decode-string.ts";
import { stringIs } from "../wire-scan/string-is.ts";
import { walkMembers } from "../wire-scan/walk-members.ts";
import { type CallSpelling, callSpellings, continuations, type Spelled } from "./facts/call-spelling.ts";

/** Calls and results of a request that do not belong to one another as its provider demands. */
export type CallPairing = {
  /** JSON pointers of results whose call does not stand before them. */
  readonly orphans: readonly string[];
  /** JSON pointers of calls whose result does not stand behind them. */
  readonly unanswered: readonly string[];
};

/** Ids with the pointer of their block. */
type Ids = Map<string, string>;

type Turn = { readonly role: string; readonly calls: Ids; readonly results: Ids };

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;

const WELL_PAIRED: CallPairing = { orphans: [], unanswered: [] };

/**
 * Holds each client tool call against the results behind it, and each result against the calls before it. Neighbouring
 * messages of one role are one turn. Only ids are read off the bytes: this is asked of every request.
 */
export function pairCalls(layout: Layout): CallPairing {
  const spelling = callSpellings[layout.dialect];
  const continues = layout.parameters.some(
    ({ name, value }) => continuations.includes(name) && layout.body[value.start] === QUOTE,
  );
  if (spelling === undefined || continues) return WELL_PAIRED;
  const turns = turnsOf(layout, spelling);
  const orphans: string[] = [];
  const unanswered: string[] = [];
  for (const [index, { calls, results }] of turns.entries()) {
    for (const [id, pointer] of results) if (turns[index - 1]?.calls.has(id) !== true) orphans.push(pointer);
    for (const [id, pointer] of calls) if (turns[index + 1]?.results.has(id) !== true) unanswered.push(pointer);
  }
  return { orphans, unanswered };
}

/** Where a result may stand anywhere behind its call, all calls are one turn and all results the next. */
function turnsOf(layout: Layout, { call, result, answered }: CallSpelling): readonly Turn[] {
  const [calls, results]: readonly [Turn, Turn] = [newTurn("call"), newTurn("result")];
  const turns: Turn[] = answered === "later" ? [calls, results] : [];
  for (const unit of layout.units) {
    if (unit.segment !== "messages") continue;
    if (unit.unit === "envelope" && answered === "next-turn" && turns.at(-1)?.role !== unit.role) {
      turns.push(newTurn(unit.role));
    }
    const turn = turns.at(-1);
    const callId = isOf(unit, call, "tool-use") ? readId(layout.body, unit, call) : null;
    const resultId = isOf(unit, result, "tool-result") ? readId(layout.body, unit, result) : null;
    if (callId !== null) (answered === "later" ? calls : turn)?.calls.set(callId, unit.pointer);
    if (resultId !== null) turn?.results.set(resultId, unit.pointer);
  }
  return turns;
}

function newTurn(role: string): Turn {
  return { role, calls: new Map(), results: new Map() };
}

function isOf(unit: Unit, { of }: Spelled, kind: "tool-use" | "tool-result"): boolean {
  return unit.unit === "block" ? of === "block" && unit.kind === kind : of === "message";
}

/** The id that a block or message carries; null where it is of another type or carries none. */
function readId(body: Buffer, { span }: Unit, { types, id: member }: Spelled): string | null {
  if (body[span.start] !== OPEN_BRACE) return null;
  let type: readonly [number, number] | null = null;
  let id: string | null = null;
  walkMembers(body, span.start, (keyStart, keyEnd, start, end) => {
    if (body[start] !== QUOTE) return;
    if (stringIs(body, keyStart, keyEnd, "type")) type = [start, end];
    else if (stringIs(body, keyStart, keyEnd, member)) id = decodeString(body, start, end);
  });
  return types.length === 0 || isOneOf(body, type, types) ? id : null;
}

function isOneOf(body: Buffer, span: readonly [number, number] | null, types: readonly string[]): boolean {
  return span !== null && types.some((type) => stringIs(body, span[0], span[1], type));
}
