import type { ReadBlock } from "../../reading/read-block.ts";
import { isSameSystem } from "../../reading/read-system.ts";
import type { SystemChange } from "../change.ts";
import { isRelated } from "../kinship.ts";
import { pairInStep } from "../pair-in-step.ts";
import { type Alignable, pairUp } from "../pair-up.ts";

type Candidate = Alignable & { readonly block: ReadBlock };

/** How the child's system blocks differ from the parent's, in order. */
export function systemChanges(parent: readonly ReadBlock[], child: readonly ReadBlock[]): readonly SystemChange[] {
  const pairs = pairUp(parent.map(candidate), child.map(candidate), false, (gap) =>
    pairInStep(gap, {
      alike: () => true,
      related: (left, right) => isRelated([left.block], [right.block]),
    }),
  );
  const changes: SystemChange[] = [];
  let [i, j] = [0, 0];
  const at = (place: number, own?: ReadBlock): Pick<SystemChange, "of" | "segment" | "pointer" | "place"> => {
    return { of: "system", segment: "system", pointer: (parent[place] ?? own)?.block.pointer ?? "", place };
  };
  const close = (to: number, childTo: number): void => {
    for (const block of parent.slice(i, to)) changes.push({ ...at(i++), is: "removed", parent: block });
    for (const block of child.slice(j, childTo)) changes.push({ ...at(to, block), is: "added", child: block });
    [i, j] = [to, childTo];
  };
  for (const [place, childAt] of pairs) {
    close(place, childAt);
    const [left, right] = [parent[i++], child[j++]];
    if (left !== undefined && right !== undefined && !isSameSystem(left, right)) {
      changes.push({ ...at(place), is: "edited", parent: left, child: right });
    }
  }
  close(parent.length, child.length);
  return changes;
}

function candidate(block: ReadBlock): Candidate {
  return { key: block.key, signs: () => [], block };
}
