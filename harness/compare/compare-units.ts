import type { Layout, Unit } from "../kernel/layout.ts";
import { type Difference, firstDifference, sameBytes } from "./first-difference.ts";
import { type UnitRule, viewUnit } from "./view-unit.ts";

export type UnitComparison =
  | { readonly equal: true; readonly rules: readonly UnitRule[] }
  | { readonly equal: false; readonly difference: Difference };

const RAW: UnitComparison = { equal: true, rules: [] };

/** Every set of rules, smaller ones first: the first under which two units agree is a minimal one. */
const RULE_SETS: readonly (readonly UnitRule[])[] = [
  ["cache_control"],
  ["string-as-text-block"],
  ["token-whitespace"],
  ["cache_control", "string-as-text-block"],
  ["cache_control", "token-whitespace"],
  ["string-as-text-block", "token-whitespace"],
  ["cache_control", "string-as-text-block", "token-whitespace"],
];

/**
 * Compares one unit of the parent with one of the child: raw first, then under the smallest set of rules that makes them
 * equal. Where none does, the difference is the first one that is left when all are applied.
 */
export function compareUnits(parent: Layout, left: Unit, child: Layout, right: Unit): UnitComparison {
  // A child laid out with its parent at hand shares the units whose bytes were found equal.
  if (left === right) return RAW;
  if (left.unit === right.unit && sameRaw(parent.body, left, child.body, right)) return RAW;
  let difference: Difference = { parentOffset: left.span.start, childOffset: right.span.start };
  if (left.unit !== right.unit) return { equal: false, difference };
  for (const rules of RULE_SETS) {
    const found = firstDifference(
      parent.body,
      viewUnit(parent.body, left, rules),
      child.body,
      viewUnit(child.body, right, rules),
    );
    if (found === null) return { equal: true, rules };
    difference = found;
  }
  return { equal: false, difference };
}

function sameRaw(parent: Buffer, left: Unit, child: Buffer, right: Unit): boolean {
  if (left.unit === "block" && right.unit === "block") {
    return sameBytes(parent, left.span.start, left.span.end, child, right.span.start, right.span.end);
  }
  if (left.unit !== "envelope" || right.unit !== "envelope") return false;
  return firstDifference(parent, left.members, child, right.members) === null;
}
