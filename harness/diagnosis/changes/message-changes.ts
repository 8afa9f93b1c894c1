import { isSameContent, isSameEnvelope, type ReadMessage } from "../reading/read-messages.ts";
import { blockChanges } from "./block-changes.ts";
import type { BlockChange, MessageChange } from "./change.ts";
import { isOtherTurn, isRelated, mayBecome, signsOf } from "./kinship.ts";
import { pairInStep } from "./pair-in-step.ts";
import { type Alignable, pairUp } from "./pair-up.ts";
import { withRecutMessages } from "./recut-messages.ts";
import type { Match } from "../text/align.ts";

type Candidate = Alignable & { readonly message: ReadMessage };

/**
 * The differences between the child's and the parent's messages, in order. Messages that the child sends after the parent's last
 * one are its own, not a difference.
 */
export function messageChanges(
  parent: readonly ReadMessage[],
  child: readonly ReadMessage[],
): readonly (MessageChange | BlockChange)[] {
  const head = sharedHead(parent, child);
  const behind = pairUp(parent.slice(head).map(candidate), child.slice(head).map(candidate), true, (gap) =>
    pairInStep(gap, {
      alike: (left, right) =>
        mayBecome(left.message, right.message) && !(gap.open && isOtherTurn(left.message, right.message)),
      related: (left, right) => isRelated(left.message.blocks, right.message.blocks),
    }),
  );
  const pairs = behind.map(([at, childAt]): Match => [head + at, head + childAt]);
  const paired = new Map(pairs);
  const pairedInChild = new Set(pairs.map(([, childAt]) => childAt));
  const lost = keysOf(parent.filter((_, index) => index >= head && !paired.has(index)));
  const own = keysOf(child.filter((_, index) => index >= head && !pairedInChild.has(index)));

  const changes: (MessageChange | BlockChange)[] = [];
  let childAt = head;
  for (const [place, message] of parent.entries()) {
    if (place < head) continue;
    const at = { of: "message", segment: "messages", pointer: message.pointer, place } as const;
    const partnerAt = paired.get(place);
    const partner = partnerAt === undefined ? undefined : child[partnerAt];
    if (partnerAt === undefined || partner === undefined) {
      changes.push({ ...at, is: "removed", parent: message, moved: own.has(message.key) });
      continue;
    }
    for (const each of child.slice(childAt, partnerAt)) {
      changes.push({ ...at, is: "added", child: each, moved: lost.has(each.key) });
    }
    childAt = partnerAt + 1;
    if (!isSameEnvelope(message, partner)) {
      changes.push({ ...at, is: "edited", parent: message, child: partner });
    }
    if (!isSameContent(message, partner)) {
      const within = { parent: message, child: partner };
      changes.push(...blockChanges(within, place, place === parent.length - 1));
    }
  }
  return withRecutMessages(changes, parent, child, [[head - 1, head - 1], ...pairs]);
}

/** How many messages are equal from the first on: a fork mostly differs late, and what it shares is not looked at again. */
function sharedHead(parent: readonly ReadMessage[], child: readonly ReadMessage[]): number {
  const differs = parent.findIndex((message, index) => {
    const partner = child[index];
    // Units that a child took over come with all before them.
    if (partner !== undefined && parent[index + 1]?.envelope === (child[index + 1]?.envelope ?? null)) return false;
    return partner === undefined || !isSameEnvelope(message, partner) || !isSameContent(message, partner);
  });
  return differs === -1 ? parent.length : differs;
}

function candidate(message: ReadMessage): Candidate {
  const signs = (): readonly string[] =>
    message.blocks.flatMap((block) => signsOf(block).map((sign) => `${message.role} ${sign}`));
  return { key: message.key, signs, message };
}

function keysOf(messages: readonly ReadMessage[]): ReadonlySet<string> {
  return new Set(messages.map(({ key }) => key));
}
