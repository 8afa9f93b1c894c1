import { type JsonObject, recordsOf } from "../../../kernel/json.ts";
import { stringOf } from "../../../mock/parse-json-body.ts";

/** Neighbours of one role, which the provider reads as one turn. `at` is `messages.N.content.M` of each block. */
type Turn = { readonly role: unknown; readonly message: number; readonly blocks: PlacedBlock[] };

type PlacedBlock = {
  readonly type: unknown;
  readonly id: string | null;
  readonly toolUseId: string | null;
  readonly at: string;
};

export type PairFault =
  | { readonly fault: "dangling"; readonly message: number; readonly ids: string }
  | { readonly fault: "orphan"; readonly at: string; readonly id: string }
  | { readonly fault: "twice"; readonly id: string }
  | { readonly fault: "duplicate"; readonly at: string };

/** Every call must be answered in the turn behind it, and every answer must have its call in the turn before it. */
export function findPairFault(body: JsonObject): PairFault | null {
  const turns = turnsOf(recordsOf(body["messages"]));
  for (const [index, turn] of turns.entries()) {
    const next = turns[index + 1];
    const fault =
      turn.role === "assistant" ? findDangling(turn, next) : (findOrphan(turn, turns[index - 1]) ?? findTwice(turn));
    if (fault !== null) return fault;
  }
  return findDuplicate(turns);
}

/** A system message between a call and its result is appended context, not a turn of its own. */
function turnsOf(messages: readonly JsonObject[]): readonly Turn[] {
  const turns: Turn[] = [];
  // An assistant's message that comes first is reported as the second message (recorded): the provider puts a user's before it.
  const shift = messages[0]?.["role"] === "assistant" ? 1 : 0;
  for (const [index, { role, content }] of messages.entries()) {
    if (role === "system") continue;
    const message = index + shift;
    const last = turns.at(-1);
    const turn: Turn = last !== undefined && last.role === role ? last : { role, message, blocks: [] };
    if (turn !== last) turns.push(turn);
    const blocks = typeof content === "string" ? [{ type: "text" }] : recordsOf(content);
    for (const [place, block] of blocks.entries())
      turn.blocks.push(placed(block, `messages.${message}.content.${place}`));
  }
  return turns;
}

function placed({ type, id, tool_use_id: toolUseId }: JsonObject, at: string): PlacedBlock {
  return { type, id: stringOf(id), toolUseId: stringOf(toolUseId), at };
}

/** Text behind a call makes it dangle too (recorded in opencode's rejects-malformed-assistant-tool-order). */
function findDangling({ blocks, message }: Turn, next: Turn | undefined): PairFault | null {
  const answered = new Set(next?.blocks.map(({ toolUseId }) => toolUseId));
  const lastText = blocks.findLastIndex(({ type }) => type === "text");
  const dangling = blocks.filter(
    ({ type, id }, index) => type === "tool_use" && (index < lastText || !answered.has(id)),
  );
  if (dangling.length === 0) return null;
  return { fault: "dangling", message, ids: dangling.map(({ id }) => id ?? "").join(", ") };
}

function findOrphan(turn: Turn, previous: Turn | undefined): PairFault | null {
  const called = new Set(previous?.blocks.map(({ type, id }) => (type === "tool_use" ? id : null)));
  const orphan = turn.blocks.find(({ type, toolUseId }) => type === "tool_result" && !called.has(toolUseId));
  return orphan === undefined ? null : { fault: "orphan", at: orphan.at, id: orphan.toolUseId ?? "" };
}

function findTwice(turn: Turn): PairFault | null {
  const ids = turn.blocks.filter(({ type }) => type === "tool_result").map(({ toolUseId }) => toolUseId ?? "");
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  return twice === undefined ? null : { fault: "twice", id: twice };
}

function findDuplicate(turns: readonly Turn[]): PairFault | null {
  const seen = new Set<string | null>();
  for (const { id, at } of turns.flatMap(({ blocks }) => blocks.filter(({ type }) => type === "tool_use"))) {
    if (seen.has(id)) return { fault: "duplicate", at };
    seen.add(id);
  }
  return null;
}
