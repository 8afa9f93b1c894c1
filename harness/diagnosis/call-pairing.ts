import type { Block, Layout } from "../kernel/layout.ts";
import { decodeString } from "../wire-scan/decode-string.ts";
import { stringIs } from "../wire-scan/string-is.ts";
import { walkMembers } from "../wire-scan/walk-members.ts";

/** Calls and results of a request that do not belong to one another as its provider demands. */
export type CallPairing = {
  /** JSON pointers of results whose call is not in the turn before. */
  readonly orphans: readonly string[];
  /** JSON pointers of calls whose result is not in the turn behind. */
  readonly unanswered: readonly string[];
};

type Turn = { readonly role: string; readonly calls: Map<string, string>; readonly results: Map<string, string> };

const QUOTE = 0x22;

/**
 * Holds each client tool call against the results in the next turn, and each result against the calls in the turn before
 * (provider-caches.md 2.5: dangling call, orphan result). Neighbouring messages of one role are one turn. Only ids are
 * read off the bytes: this is asked of every request.
 */
export function pairCalls(layout: Layout): CallPairing {
  const turns = turnsOf(layout);
  const orphans: string[] = [];
  const unanswered: string[] = [];
  for (const [index, { calls, results }] of turns.entries()) {
    for (const [id, pointer] of results) if (turns[index - 1]?.calls.has(id) !== true) orphans.push(pointer);
    for (const [id, pointer] of calls) if (turns[index + 1]?.results.has(id) !== true) unanswered.push(pointer);
  }
  return { orphans, unanswered };
}

function turnsOf(layout: Layout): readonly Turn[] {
  const turns: Turn[] = [];
  for (const unit of layout.units) {
    if (unit.unit === "envelope") {
      if (turns.at(-1)?.role !== unit.role) turns.push({ role: unit.role, calls: new Map(), results: new Map() });
      continue;
    }
    const turn = turns.at(-1);
    if (turn === undefined || (unit.kind !== "tool-use" && unit.kind !== "tool-result")) continue;
    const id = readId(layout.body, unit);
    if (id !== null) (unit.kind === "tool-use" ? turn.calls : turn.results).set(id, unit.pointer);
  }
  return turns;
}

/** The id of a `tool_use`, or the one that a `tool_result` answers; a server's own calls are answered in their message. */
function readId(body: Buffer, { span, kind }: Block): string | null {
  const [type, member] = kind === "tool-use" ? ["tool_use", "id"] : ["tool_result", "tool_use_id"];
  let [isClients, id]: [boolean, string | null] = [false, null];
  walkMembers(body, span.start, (keyStart, keyEnd, start, end) => {
    if (body[start] !== QUOTE) return;
    if (stringIs(body, keyStart, keyEnd, "type")) isClients = stringIs(body, start, end, type);
    else if (stringIs(body, keyStart, keyEnd, member)) id = decodeString(body, start, end);
  });
  return isClients ? id : null;
}
