import { allRules } from "./registry.ts";
import type { Rule } from "./rule.ts";
import type { SequenceRule } from "./sequence-rule.ts";

/** The rule that a code or a slug names, in capitals or not; null where none has it. */
export function findRule(word: string): Rule | SequenceRule | null {
  const wanted = word.trim().toLowerCase();
  return allRules.find(({ code, slug }) => code.toLowerCase() === wanted || slug === wanted) ?? null;
}
