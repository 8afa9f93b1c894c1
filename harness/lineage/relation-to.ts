import type { Relation } from "../kernel/breaks/relation.ts";
import { isOtherAgent, isSuccessor } from "./agent-traits.ts";
import { TASK, textsOf } from "./continuation.ts";
import type { Digest } from "./requests/digest.ts";
import { type IndexedRequest, isRepeat, type RequestSummary } from "./requests/request-summary.ts";

/**
 * How a request goes on from the one whose history it has up to message `at`, as if it were the first to do so. Another agent that
 * repeats an answer is one only after a handoff: the same agent with another prompt and other tools pays for its whole history.
 */
export function relationTo(parent: IndexedRequest, asked: RequestSummary, at = -1): Relation {
  const { voice, digest } = asked;
  if (voice !== parent.voice) return "side";
  if (asksForSummary(parent, asked)) return "compaction";
  const differs = digest.system !== parent.digest.system && digest.tools !== parent.digest.tools;
  if (!differs) return "turn";
  const isOther = !repeatsAnswer(parent, asked, at) || isHandedOver(parent, asked, at) ? isOtherAgent : isSuccessor;
  return isOther(parent.digest.agent, digest.agent) ? "fresh" : "turn";
}

/** The names that frameworks give to the tools with which one agent transfers a conversation to another. */
const TRANSFERS = /transfer|hand_?-?off/i;

/**
 * Whether a request ends with the result of a call that transferred the conversation: the tool's name says so, or the new agent does not
 * have that tool. A mode of the same agent answers a call of a tool that it keeps, and a fork is given its task as text.
 */
function isHandedOver(parent: IndexedRequest, asked: RequestSummary, at: number): boolean {
  const { length } = asked.digest.messages;
  if (textsOf(asked.behind(length - 1)).length > 0) return false;
  const own = asked.behind(at >= 0 ? at + 1 : Math.max(0, length - TASK));
  const names = new Map<string | null, string>();
  for (const item of own.flatMap(({ items }) => items)) if (item.kind === "call") names.set(item.id, item.name);
  const [before, now] = [parent.digest.agent.tools, asked.digest.agent.tools];
  const isTransfer = (name: string | undefined): boolean =>
    name !== undefined && (TRANSFERS.test(name) || (before.includes(name) && !now.includes(name)));
  return own
    .slice(own.findLastIndex(({ by }) => by === "model") + 1)
    .flatMap(({ items }) => items)
    .some((item) => item.kind === "result" && isTransfer(item.name ?? names.get(item.callId)));
}

function repeatsAnswer({ digest, answer }: IndexedRequest, asked: RequestSummary, at: number): boolean {
  const { byModel, messages, items } = asked.digest;
  if (at >= 0 && answer.length === 0 && byModel.at(at + 1) === true) return true;
  const said = new Set<Digest | undefined>();
  for (let index = 0; index < digest.messages.length; index += 1) said.add(digest.messages.at(index));
  for (let index = 0; index < messages.length; index += 1) {
    if (byModel.at(index) !== true) continue;
    if (said.has(messages.at(index)) || (items.at(index) ?? []).some((item) => answer.includes(item))) return true;
  }
  return false;
}

/** Whether it asks for a summary of its parent's conversation. A repeated message that states a summary does not ask for one. */
export function asksForSummary(parent: IndexedRequest, asked: RequestSummary): boolean {
  return isRepeat(parent, asked) ? parent.asksForSummary : asked.words.asksForSummary;
}

/** Whether a request begins a conversation or goes on with its main line. */
export function isOfMainLine({ parent, relation, asksForSummary: asks }: IndexedRequest): boolean {
  if (parent === null) return true;
  return parent.isOfMainLine && !asks && (relation === "turn" || relation === "compaction");
}
