import type { Block, Envelope, Layout, Unit } from "../kernel/layout.ts";
import { decodeString } from "../wire-scan/decode-string.ts";
import { scanMembers } from "../wire-scan/scan-container.ts";
import { skipString } from "../wire-scan/skip-string.ts";
import { skipValue } from "../wire-scan/skip-value.ts";
import { skipWhiteSpace } from "../wire-scan/skip-white-space.ts";
import { stringIs } from "../wire-scan/string-is.ts";
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

/** A turn's ids; null for none, since most turns have none of one kind. */
type Turn = { readonly role: string; calls: Ids | null; results: Ids | null };

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
    for (const [id, pointer] of results ?? []) if (turns[index - 1]?.calls?.has(id) !== true) orphans.push(pointer);
    for (const [id, pointer] of calls ?? []) if (turns[index + 1]?.results?.has(id) !== true) unanswered.push(pointer);
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
    const callId = isOf(unit, call, "tool-use") ? idOf(layout.body, unit, call) : null;
    const resultId = isOf(unit, result, "tool-result") ? idOf(layout.body, unit, result) : null;
    const caller = answered === "later" ? calls : turn;
    if (callId !== null && caller !== undefined) (caller.calls ??= new Map()).set(callId, unit.pointer);
    if (resultId !== null && turn !== undefined) (turn.results ??= new Map()).set(resultId, unit.pointer);
  }
  return turns;
}

function newTurn(role: string): Turn {
  return { role, calls: null, results: null };
}

function isOf(unit: Unit, { of }: Spelled, kind: "tool-use" | "tool-result"): boolean {
  return unit.unit === "block" ? of === "block" && unit.kind === kind : of === "message";
}

/** A unit that a layout took over was read before: so a growing conversation costs what is new in it. */
function idOf(body: Buffer, unit: Unit, spelled: Spelled): string | null {
  // The members beside the content are few and short.
  if (unit.unit === "envelope") return readMemberOf(body, unit, spelled.id);
  const known = ids.get(spelled) ?? new WeakMap<Block, string | null>();
  ids.set(spelled, known);
  const before = known.get(unit);
  if (before !== undefined) return before;
  const id = readId(body, unit, spelled);
  known.set(unit, id);
  return id;
}

const ids = new Map<Spelled, WeakMap<Block, string | null>>();

/**
 * The id that a block or message carries; null where it is of another type or carries none. Type and id mostly stand before
 * the content, which is long and is then not walked.
 */
function readId(body: Buffer, { span }: Block, { types, id: member }: Spelled): string | null {
  if (body[span.start] !== OPEN_BRACE) return null;
  const again = endOfName(member);
  let type: readonly [number, number] | null = null;
  let id: string | null = null;
  scanMembers(body, span.start, (keyStart, keyEnd, start) => {
    const end = skipValue(body, start);
    if (body[start] === QUOTE) {
      if (stringIs(body, keyStart, keyEnd, "type")) type = [start, end];
      else if (stringIs(body, keyStart, keyEnd, member)) id = decodeString(body, start, end);
    }
    const isRead = id !== null && (type !== null || types.length === 0);
    // The end of the body ends the walk: no comma follows there. An id that is written twice counts where it stands last.
    return isRead && !body.subarray(end, span.end).includes(again) ? body.length : end;
  });
  return types.length === 0 || isOneOf(body, type, types) ? id : null;
}

/** A string among the members of a message that lie beside its content; where it is written twice, the last. */
function readMemberOf(body: Buffer, { members }: Envelope, name: string): string | null {
  const last = members.findLast(({ start, end }) => end - start > name.length && nameIs(body, start, name));
  if (last === undefined) return null;
  const value = skipWhiteSpace(body, skipWhiteSpace(body, skipString(body, last.start)) + 1);
  return body[value] === QUOTE ? decodeString(body, value, last.end) : null;
}

function nameIs(body: Buffer, keyStart: number, name: string): boolean {
  return body[keyStart] === QUOTE && stringIs(body, keyStart, skipString(body, keyStart), name);
}

/** How a member's name ends. A native search for few bytes is quick, and what it finds by mistake is merely walked. */
function endOfName(member: string): Buffer {
  const known = ends.get(member) ?? Buffer.from(`"${member}"`.slice(-4));
  ends.set(member, known);
  return known;
}

const ends = new Map<string, Buffer>();

function isOneOf(body: Buffer, span: readonly [number, number] | null, types: readonly string[]): boolean {
  return span !== null && types.some((type) => stringIs(body, span[0], span[1], type));
}
