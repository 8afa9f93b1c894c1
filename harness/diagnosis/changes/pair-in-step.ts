import type { Match } from "../text/align.ts";
import type { Gap } from "./pair-up.ts";

/** How to recognise that two different things correspond. */
export type Correspondence<T> = {
  /** Could be the same thing before and after an edit. */
  readonly alike: (parent: T, child: T) => boolean;
  /** Have content in common; asked only of things that are alike. */
  readonly related: (parent: T, child: T) => boolean;
};

/**
 * Pairs a gap in step, one after the other. Where the child has fewer, only related ones are paired: the others went.
 * Where it has more, what is not related to its partner may be passed over; in an open gap it is the child's own tail. There
 * only related ones are paired, too, unless all of the parent's are alike to theirs: others went, and the tail stands in their place.
 */
export function pairInStep<T>(
  { parent, child, open }: Gap<T>,
  { alike, related }: Correspondence<T>,
): readonly Match[] {
  const pairs: Match[] = [];
  const fit = (at: number, childAt: number, demand: Correspondence<T>["alike"]): boolean => {
    const [left, right] = [parent[at], child[childAt]];
    return left !== undefined && right !== undefined && alike(left, right) && demand(left, right);
  };
  const anything = (): boolean => true;
  const someWent = parent.length > child.length || (open && !parent.every((_, at) => fit(at, at, anything)));
  let [i, j] = [0, 0];
  while (i < parent.length && j < child.length) {
    const spare = child.length - j - (parent.length - i);
    const isPair = fit(i, j, related) || (!someWent && fit(i, j, anything) && (spare <= 0 || !fit(i, j + 1, related)));
    if (isPair) pairs.push([i++, j++]);
    else if (someWent || (open && !fit(i, j + 1, related))) i += 1;
    else if (spare > 0) j += 1;
    else [i, j] = [i + 1, j + 1];
  }
  return pairs;
}
