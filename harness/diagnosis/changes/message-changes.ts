import { isSameContent, isSameEnvelope, type ReadMessage } from "../read-messages.ts";
import { blockChanges } from "./block-changes.ts";
import type { BlockChange, MessageChange } from "./change.ts";
import { isRelated, mayBecome, signsOf } from "./kinship.ts";
import { pairInStep } from "./pair-in-step.ts";
import { type Alignable, pairUp } from "./pair-up.ts";

type Candidate = Alignable & { readonly message: ReadMessage };

/**
 * How the child's messages differ from the parent's, in order. What the child sends behind the parent's last message is
 * its own and no difference.
 */
export function messageChanges(
  parent: readonly ReadMessage[],
  child: readonly ReadMessage[],
): readonly (MessageChange | BlockChange)[] {
  const pairs = pairUp(parent.map(candidate), child.map(candidate), true, (gap) =>
    pairInStep(gap, {
      alike: (left, right) => mayBecome(left.message, right.message),
      related: (left, right) => isRelated(left.message.blocks, right.message.blocks),
    }),
  );
  const paired = new Map(pairs);
  const pairedInChild = new Set(pairs.map(([, childAt]) => childAt));
  const lost = keysOf(parent.filter((_, index) => !paired.has(index)));
  const own = keysOf(child.filter((_, index) => !pairedInChild.has(index)));

  const changes: (MessageChange | BlockChange)[] = [];
  let childAt = 0;
  for (const [place, message] of parent.entries()) {
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
  return changes;
}

function candidate(message: ReadMessage): Candidate {
  const signs = (): readonly string[] =>
    message.blocks.flatMap((block) => signsOf(block).map((sign) => `${message.role} ${sign}`));
  return { key: message.key, signs, message };
}

function keysOf(messages: readonly ReadMessage[]): ReadonlySet<string> {
  return new Set(messages.map(({ key }) => key));
}
