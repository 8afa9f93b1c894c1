import { type Refusal, invalidRequest } from "../../../providers/refusal.ts";
import type { MessagesRequest, RequestBlock } from "./parse-request.ts";

/** Neighbours of one role, which the provider reads as one turn. `places` are `messages.N.content.M` of each block. */
type Turn = { readonly role: string; readonly message: number; readonly blocks: PlacedBlock[] };

type PlacedBlock = { readonly block: RequestBlock; readonly place: string };

/** Every call must be answered in the turn behind it, and every answer must have its call in the turn before it. */
export function checkToolPairs(request: MessagesRequest): Refusal | null {
  const turns = turnsOf(request);
  for (const [index, turn] of turns.entries()) {
    const next = turns[index + 1];
    const broken =
      turn.role === "assistant" ? findDangling(turn, next) : (findOrphan(turn, turns[index - 1]) ?? findTwice(turn));
    if (broken !== null) return broken;
  }
  return findDuplicate(turns);
}

/** A system message between a call and its result is appended context, not a turn of its own. */
function turnsOf({ messages }: MessagesRequest): readonly Turn[] {
  const turns: Turn[] = [];
  // An assistant's message that comes first is reported as the second message (recorded): the provider puts a user's before it.
  const shift = messages[0]?.role === "assistant" ? 1 : 0;
  for (const [index, { role, content }] of messages.entries()) {
    if (role === "system") continue;
    const last = turns.at(-1);
    const turn = last?.role === role ? last : { role, message: index + shift, blocks: [] };
    if (turn !== last) turns.push(turn);
    turn.blocks.push(
      ...content.map((block, place) => ({ block, place: `messages.${index + shift}.content.${place}` })),
    );
  }
  return turns;
}

/** Text behind a call makes it dangle too (recorded in opencode's rejects-malformed-assistant-tool-order). */
function findDangling(turn: Turn, next: Turn | undefined): Refusal | null {
  const answered = new Set(next?.blocks.map(({ block }) => block.toolUseId));
  const lastText = turn.blocks.findLastIndex(({ block }) => block.type === "text");
  const dangling = turn.blocks
    .filter(({ block }, index) => block.type === "tool_use" && (index < lastText || !answered.has(block.id)))
    .map(({ block }) => block.id ?? "");
  if (dangling.length === 0) return null;
  return invalidRequest(
    `messages.${turn.message}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ` +
      `${dangling.join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
  );
}

function findOrphan(turn: Turn, previous: Turn | undefined): Refusal | null {
  const called = new Set(previous?.blocks.map(({ block }) => (block.type === "tool_use" ? block.id : null)));
  const orphan = turn.blocks.find(({ block }) => block.type === "tool_result" && !called.has(block.toolUseId));
  if (orphan === undefined) return null;
  return invalidRequest(
    `${orphan.place}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${orphan.block.toolUseId ?? ""}. ` +
      "Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
  );
}

function findTwice(turn: Turn): Refusal | null {
  const ids = turn.blocks.filter(({ block }) => block.type === "tool_result").map(({ block }) => block.toolUseId ?? "");
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice === undefined) return null;
  return invalidRequest(
    `each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${twice}`,
  );
}

function findDuplicate(turns: readonly Turn[]): Refusal | null {
  const ids = turns.flatMap(({ blocks }) => blocks.filter(({ block }) => block.type === "tool_use"));
  const seen = new Set<string | null>();
  for (const { block, place } of ids) {
    if (seen.has(block.id)) return invalidRequest(`${place}: \`tool_use\` ids must be unique`);
    seen.add(block.id);
  }
  return null;
}
