import type { UnitRule } from "./view-unit.ts";

/** Some of RULE_SETS, one bit each: the sets of rules under which everything compared so far is equal. */
export type RuleSetMask = number;

/** Every rule that works inside a unit. */
export const UNIT_RULES: readonly UnitRule[] = [
  "cache_control",
  "token-whitespace",
  "string-as-text-block",
  "item-id-and-key-order",
];

/** Every set of rules, smaller ones first; of two that serve, the earlier is the one that is said. */
export const RULE_SETS: readonly (readonly UnitRule[])[] = UNIT_RULES.reduce<readonly (readonly UnitRule[])[]>(
  (sets, rule) => [...sets, ...sets.map((set) => [...set, rule])],
  [[]],
).toSorted((left, right) => left.length - right.length);

/** Every set serves: what is equal raw is equal under any rules. */
export const ANY_RULES: RuleSetMask = (1 << RULE_SETS.length) - 1;

/** The smallest set in a mask. More rules never make equal things differ, so the full set is in every mask but 0. */
export function smallestRules(mask: RuleSetMask): readonly UnitRule[] {
  return RULE_SETS.find((_, place) => (mask & (1 << place)) !== 0) ?? [];
}

/** Whether a set that is already in the mask is part of the set at `place`, which then serves too. */
export function isImplied(mask: RuleSetMask, place: number): boolean {
  const rules = RULE_SETS[place] ?? [];
  return RULE_SETS.some((smaller, at) => (mask & (1 << at)) !== 0 && smaller.every((rule) => rules.includes(rule)));
}
