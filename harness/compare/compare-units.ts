import type { Layout, Unit } from "../kernel/layout.ts";
import { type Difference, firstDifference, sameBytes } from "./first-difference.ts";
import { ANY_RULES, isImplied, RULE_SETS, type RuleSetMask } from "./rule-sets.ts";
import { textForm, viewUnit } from "./view-unit.ts";

export type UnitComparison =
  | { readonly equal: true; readonly under: RuleSetMask }
  | { readonly equal: false; readonly difference: Difference };

const RAW: UnitComparison = { equal: true, under: ANY_RULES };

/**
 * Compares one unit of the parent with one of the child: raw first, then under each set of rules. Where none makes them
 * equal, the difference is the first one that is left when all are applied.
 */
export function compareUnits(parent: Layout, left: Unit, child: Layout, right: Unit): UnitComparison {
  // A child laid out with its parent at hand shares the units whose bytes were found equal.
  if (left === right) return RAW;
  let difference: Difference = { parentOffset: left.span.start, childOffset: right.span.start };
  if (left.unit !== right.unit) return { equal: false, difference };
  if (sameRaw(parent.body, left, child.body, right)) return RAW;
  const leftForm = textForm(parent.body, left);
  const rightForm = textForm(child.body, right);
  let under: RuleSetMask = 0;
  for (const [place, rules] of RULE_SETS.entries()) {
    if (place === 0) continue;
    const found = isImplied(under, place)
      ? null
      : firstDifference(
          parent.body,
          viewUnit(parent.body, left, rules, rightForm),
          child.body,
          viewUnit(child.body, right, rules, leftForm),
        );
    if (found === null) under |= 1 << place;
    else difference = found;
  }
  return under === 0 ? { equal: false, difference } : { equal: true, under };
}

function sameRaw(parent: Buffer, left: Unit, child: Buffer, right: Unit): boolean {
  if (left.unit === "block" && right.unit === "block") {
    return sameBytes(parent, left.span.start, left.span.end, child, right.span.start, right.span.end);
  }
  if (left.unit !== "envelope" || right.unit !== "envelope") return false;
  return firstDifference(parent, left.members, child, right.members) === null;
}
