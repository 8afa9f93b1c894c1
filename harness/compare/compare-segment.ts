import { sharedUnits } from "../kernel/memo/fold-messages-memo.ts";
import type { Normalisation } from "../kernel/judgement.ts";
import type { Layout, Segment, Unit } from "../kernel/layout.ts";
import { beginsList } from "./begins-list.ts";
import { compareUnits } from "./compare-units.ts";
import type { Difference } from "./first-difference.ts";
import { leftOutBy } from "./left-out.ts";
import { ANY_RULES, type RuleSetMask } from "./rule-sets.ts";

/** One segment of the parent held against the same segment of the child, by itself. */
export type SegmentComparison = {
  readonly segment: Segment;
  /** The parent's units up to the expected shared end. */
  readonly parent: readonly Unit[];
  readonly child: readonly Unit[];
  /** How many of the parent's units stand at the head of the child's. */
  readonly matched: number;
  /** How many of the child's units those are. */
  readonly childMatched: number;
  /** The sets of rules under which each of them is equal to its counterpart. */
  readonly under: RuleSetMask;
  /** The normalisations that left a block out. */
  readonly leftOut: ReadonlySet<Normalisation>;
  readonly end: SegmentEnd;
};

/**
 * - `shared` the child has every unit of the parent, and may continue
 * - `shortened` the child's messages stop before the parent's do, equal up to there
 * - `diverged` the units behind the matched ones differ, or one side has no unit there
 */
export type SegmentEnd =
  | { readonly is: "shared" }
  | { readonly is: "shortened" }
  | { readonly is: "diverged"; readonly difference: Difference | null };

/**
 * Compares the units of one segment in order. It skips blocks that are not part of the prompt only where they differ. `mayGoOn`:
 * whether the child may have more units, as in the messages and from the fork point on.
 */
export function compareSegment(
  segment: Segment,
  parent: Layout,
  parentUnits: readonly Unit[],
  child: Layout,
  childUnits: readonly Unit[],
  mayGoOn: boolean,
): SegmentComparison {
  const leftOut = new Set<Normalisation>();
  let under = ANY_RULES;
  const passOver = (layout: Layout, unit: Unit | undefined): boolean => {
    const rule = unit === undefined ? null : leftOutBy(layout, unit);
    if (rule !== null) leftOut.add(rule);
    return rule !== null;
  };
  // Units that a child took over from its parent are equal raw, as are those before them.
  const taken = segment === "messages" ? Math.min(sharedUnits(parent, child), parentUnits.length) : 0;
  let [i, j] = [taken, taken];
  const close = (end: SegmentEnd): SegmentComparison => ({
    segment,
    parent: parentUnits,
    child: childUnits,
    matched: i,
    childMatched: j,
    under,
    leftOut,
    end,
  });
  for (;;) {
    const left = parentUnits[i];
    const right = childUnits[j];
    if (left === undefined && (right === undefined || mayGoOn)) return close({ is: "shared" });
    if (left !== undefined && right !== undefined) {
      const compared = compareUnits(parent, left, child, right);
      if (compared.equal && !beginAlike([parentUnits[i - 1], left], [childUnits[j - 1], right])) {
        const difference = { parentOffset: left.span.start, childOffset: right.span.start };
        return close({ is: "diverged", difference });
      }
      if (compared.equal) {
        under &= compared.under;
        i += 1;
        j += 1;
        continue;
      }
      if (passOver(parent, left)) i += 1;
      else if (passOver(child, right)) j += 1;
      else return close({ is: "diverged", difference: compared.difference });
      continue;
    }
    if (passOver(parent, left)) i += 1;
    else if (passOver(child, right)) j += 1;
    else return close(segment === "messages" ? { is: "shortened" } : { is: "diverged", difference: null });
  }
}

/** Whether two units are the first ones of their lists, or neither is. Mostly both have the same pointers, which decide. */
function beginAlike([ours, left]: Neighbours, [theirs, right]: Neighbours): boolean {
  const isSamePlace = left.pointer === right.pointer && ours?.pointer === theirs?.pointer;
  return isSamePlace || beginsList(left, ours) === beginsList(right, theirs);
}

type Neighbours = readonly [before: Unit | undefined, unit: Unit];
