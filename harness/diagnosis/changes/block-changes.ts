import { isSameBlock, type ReadBlock } from "../reading/read-block.ts";
import type { BlockChange, MessagePair } from "./change.ts";
import { isRelated, isSameSort, signsOf } from "./kinship.ts";
import { pairInStep } from "./pair-in-step.ts";
import { type Alignable, pairUp } from "./pair-up.ts";

type Candidate = Alignable & { readonly block: ReadBlock };

/**
 * How the blocks of two aligned messages differ, in order. To the parent's last message (`openEnd`) the child may append
 * blocks of its own.
 */
export function blockChanges(within: MessagePair, place: number, openEnd: boolean): readonly BlockChange[] {
  const [parent, child] = [within.parent.blocks, within.child.blocks];
  const pairs = pairUp(parent.map(candidate), child.map(candidate), openEnd, (gap) =>
    pairInStep(gap, {
      alike: (left, right) => isSameSort(left.block, right.block),
      related: (left, right) => isRelated([left.block], [right.block]),
    }),
  );
  const [paired, pairedInChild] = [new Set(pairs.map(([at]) => at)), new Set(pairs.map(([, childAt]) => childAt))];
  const lost = keysOf(parent.filter((_, index) => !paired.has(index)));
  const own = keysOf(child.filter((_, index) => !pairedInChild.has(index)));
  const changes: BlockChange[] = [];
  let [i, j] = [0, 0];
  const at = (
    index: number,
    other?: ReadBlock,
  ): Pick<BlockChange, "of" | "segment" | "pointer" | "place" | "within"> => {
    const there = other?.block.pointer.slice(within.child.pointer.length) ?? "";
    const pointer = parent[index]?.block.pointer ?? within.parent.pointer + there;
    return { of: "block", segment: "messages", pointer, place, within };
  };
  const close = (to: number, childTo: number): void => {
    for (const block of parent.slice(i, to))
      changes.push({ ...at(i++), is: "removed", parent: block, moved: own.has(block.key) });
    for (const block of child.slice(j, childTo))
      changes.push({ ...at(to, block), is: "added", child: block, moved: lost.has(block.key) });
    [i, j] = [to, childTo];
  };
  for (const [index, childIndex] of pairs) {
    close(index, childIndex);
    const [left, right] = [parent[i++], child[j++]];
    if (left !== undefined && right !== undefined && !isSameBlock(left, right)) {
      changes.push({ ...at(index), is: "edited", parent: left, child: right });
    }
  }
  close(parent.length, openEnd ? j : child.length);
  return changes;
}

function keysOf(blocks: readonly ReadBlock[]): ReadonlySet<string> {
  return new Set(blocks.map(({ key }) => key));
}

function candidate(block: ReadBlock): Candidate {
  return { key: block.key, signs: () => signsOf(block), block };
}
