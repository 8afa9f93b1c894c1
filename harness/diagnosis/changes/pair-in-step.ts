import type { Match } from "../text/align.ts";
import type { Gap } from "./pair-up.ts";

/** How two things that differ are told to be one another. */
export type Kinship<T> = {
  /** Could be the same thing before and after an edit. */
  readonly alike: (parent: T, child: T) => boolean;
  /** Have content in common; asked only of things that are alike. */
  readonly related: (parent: T, child: T) => boolean;
};

/**
 * Pairs a gap in step, one after the other. Where one side has more, unrelated ones are passed over on that side; where a
 * gap is open, what the child has more is its own continuation.
 */
export function pairInStep<T>({ parent, child, open }: Gap<T>, { alike, related }: Kinship<T>): readonly Match[] {
  const pairs: Match[] = [];
  const fit = (at: number, childAt: number): boolean => {
    const [left, right] = [parent[at], child[childAt]];
    return left !== undefined && right !== undefined && alike(left, right);
  };
  const kin = (at: number, childAt: number): boolean => {
    const [left, right] = [parent[at], child[childAt]];
    return left !== undefined && right !== undefined && alike(left, right) && related(left, right);
  };
  let [i, j] = [0, 0];
  while (i < parent.length && j < child.length) {
    const spare = child.length - j - (parent.length - i);
    const isPair = fit(i, j) && (spare === 0 || kin(i, j) || (spare > 0 && !kin(i, j + 1)));
    if (isPair) pairs.push([i++, j++]);
    else if (spare < 0) i += 1;
    else if (spare === 0) [i, j] = [i + 1, j + 1];
    else if (open && !kin(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}
