import { align, longestRise, type Match } from "../text/align.ts";

/** Something that is aligned: equal keys mean equal, and a shared sign means that one became the other. */
export type Alignable = {
  readonly key: string;
  /** Signs that survive an edit: ids, the text without them. */
  readonly signs: () => readonly string[];
};

/** A stretch between two pairs: the parent's and the child's parts that have no partner yet. */
export type Gap<T> = {
  readonly parent: readonly T[];
  readonly child: readonly T[];
  /** Nothing of the parent's follows, and the child may go on. */
  readonly open: boolean;
};

/** Pairs what is left in a gap by position; indices count from the gap's start. */
export type PairGap<T> = (gap: Gap<T>) => readonly Match[];

/**
 * Pairs the elements of two sequences in order: equal ones first, then those that share a sign, then by `pairGap` what is
 * left between. With `openEnd` the child may go on behind the parent.
 */
export function pairUp<T extends Alignable>(
  parent: readonly T[],
  child: readonly T[],
  openEnd: boolean,
  pairGap: PairGap<T>,
): readonly Match[] {
  const equal = align(keys(parent), keys(child), openEnd);
  const related = fillGaps(parent, child, equal, openEnd, pairBySign);
  return fillGaps(parent, child, related, openEnd, pairGap);
}

function keys(elements: readonly Alignable[]): readonly string[] {
  return elements.map((each) => each.key);
}

function fillGaps<T>(
  parent: readonly T[],
  child: readonly T[],
  pairs: readonly Match[],
  openEnd: boolean,
  pairGap: PairGap<T>,
): readonly Match[] {
  const filled: Match[] = [];
  let [from, childFrom] = [0, 0];
  const fill = (to: number, childTo: number, open: boolean): void => {
    if (to === from || childTo === childFrom) return;
    const gap = { parent: parent.slice(from, to), child: child.slice(childFrom, childTo), open };
    for (const [at, childAt] of pairGap(gap)) filled.push([from + at, childFrom + childAt]);
  };
  for (const pair of pairs) {
    fill(pair[0], pair[1], false);
    filled.push(pair);
    [from, childFrom] = [pair[0] + 1, pair[1] + 1];
  }
  fill(parent.length, child.length, openEnd);
  return filled;
}

/** Pairs each of the child's parts with the parent's part that shares a sign which no other parent part has. */
function pairBySign({ parent, child }: Gap<Alignable>): readonly Match[] {
  const owner = new Map<string, number>();
  for (const [index, { signs }] of parent.entries()) {
    for (const sign of signs()) owner.set(sign, owner.has(sign) && owner.get(sign) !== index ? SEVERAL : index);
  }
  const taken = new Set<number>();
  const candidates = child.flatMap(({ signs }, childAt): readonly Match[] => {
    const at = signs()
      .map((sign) => owner.get(sign) ?? SEVERAL)
      .find((each) => each !== SEVERAL && !taken.has(each));
    if (at === undefined) return [];
    taken.add(at);
    return [[at, childAt]];
  });
  return longestRise(candidates.toSorted((left, right) => left[0] - right[0]));
}

const SEVERAL = -1;
