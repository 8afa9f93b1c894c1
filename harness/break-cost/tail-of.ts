import { digestUnit } from "../cache-model/prompt/digest-unit.ts";
import type { Link } from "../cache-model/prompt/link.ts";
import type { PromptChain } from "../cache-model/prompt/prompt-chain.ts";
import type { Comparison } from "../compare/compare-layouts.ts";
import type { Layout, Unit } from "../kernel/layout.ts";

type PlayedChains = { readonly stored: PromptChain; readonly asked: PromptChain; readonly shared: number };

/** How many thoughts of the shared blocks the model takes from the parent, and leaves out of the child's prompt although it repeats them. */
export function leftOutLinks({ stored, asked, shared }: PlayedChains): number {
  const thoughts = stored.links.slice(0, shared).filter(({ kind }) => kind === "thinking");
  if (thoughts.length === 0) return 0;
  const kept = new Set(asked.links.flatMap(({ kind, pointer }) => (kind === "thinking" ? [pointer] : [])));
  return thoughts.filter(({ pointer }) => !kept.has(pointer)).length;
}

/**
 * Index of the child's first new block. A block of the parent is not new, however it was changed on the way. From this index on,
 * the child would have sent the same blocks with the prefix intact. The parent's answer, which the child repeats from `answerAt` on, is new.
 */
export function tailOf(
  { parent, child, diverged }: Comparison,
  { stored, asked, shared }: PlayedChains,
  answerAt: string | null,
): number {
  if (diverged === null) {
    const added = messagesAt(asked.links) - messagesAt(stored.links) - leftOutLinks({ stored, asked, shared });
    return Math.min(Math.max(0, shared + added), asked.links.length);
  }
  const answer = asked.links.findIndex(({ pointer }) => pointer === answerAt || pointer.startsWith(`${answerAt}/`));
  if (answer >= 0) return answer;
  const before = conversationOf(parent, stored.links.slice(0, shared));
  const after = conversationOf(child, asked.links);
  const { kept, at } = lastKept(before.blocks, after.blocks);
  // The child's versions of the parent's last blocks are not new.
  const rest = before.blocks.slice(kept + 1);
  const follows = after.blocks.slice(at + 1);
  const first = rest.findIndex((each, index) => !isVersion(each, follows[index]));
  const versions = first === -1 ? rest.length : first;
  // A child says something new: if all of it looked like versions, it is new, and the parent's blocks are gone.
  return after.start + at + 1 + (versions < follows.length ? versions : 0);
}

function messagesAt(links: readonly Link[]): number {
  const first = links.findIndex(({ segment }) => segment === "messages");
  return first === -1 ? links.length : first;
}

type DigestedBlock = { readonly role: string; readonly kind: Link["kind"]; readonly digest: string };

/** The blocks of the messages, in order, and how many of the chain's links come before them. */
function conversationOf(
  { body, units }: Layout,
  links: readonly Link[],
): { readonly start: number; readonly blocks: readonly DigestedBlock[] } {
  const start = messagesAt(links);
  const byPointer = new Map<string, Unit>();
  for (const unit of units) if (unit.unit === "block" && unit.segment === "messages") byPointer.set(unit.pointer, unit);
  const blocks = links.slice(start).map(({ pointer, role, kind }) => {
    const unit = byPointer.get(pointer);
    return { role, kind, digest: unit === undefined ? "" : digestUnit(body, unit, true).digest };
  });
  return { start, blocks };
}

/** The last block of the parent's that the child still has, with its place in both; the nearest place where it has several. */
function lastKept(
  before: readonly DigestedBlock[],
  after: readonly DigestedBlock[],
): { readonly kept: number; readonly at: number } {
  const places = Map.groupBy(after.keys(), (index) => after[index]?.digest ?? "");
  for (let kept = before.length - 1; kept >= 0; kept -= 1) {
    const [first, ...others] = places.get(before[kept]?.digest ?? "") ?? [];
    if (first === undefined) continue;
    const at = others.reduce((best, each) => (Math.abs(each - kept) < Math.abs(best - kept) ? each : best), first);
    return { kept, at };
  }
  return { kept: -1, at: -1 };
}

function isVersion(one: DigestedBlock, other: DigestedBlock | undefined): boolean {
  return one.role === other?.role && one.kind === other.kind;
}
