import { type CodeWithoutRule, codesWithoutRule } from "./codes-without-rule.ts";
import { allRules } from "./registry.ts";
import type { Rule } from "./rule.ts";
import type { SequenceRule } from "./sequence-rule.ts";

/** The rule that a code or a slug names, in capitals or not; null where none has it. */
export function findRule(word: string): Rule | SequenceRule | null {
  return named(allRules, word);
}

/** The same among all codes of the catalogue, those included that no rule finds. */
export function findCode(word: string): Rule | SequenceRule | CodeWithoutRule | null {
  return findRule(word) ?? named(codesWithoutRule, word);
}

function named<T extends { readonly code: string; readonly slug: string }>(
  codes: readonly T[],
  word: string,
): T | null {
  const wanted = word.trim().toLowerCase();
  return codes.find(({ code, slug }) => code.toLowerCase() === wanted || slug === wanted) ?? null;
}
