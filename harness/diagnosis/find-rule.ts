import { rules } from "./registry.ts";
import type { Rule } from "./rule.ts";

/** The rule that a code or a slug names, in capitals or not; null where none has it. */
export function findRule(word: string): Rule | null {
  const wanted = word.trim().toLowerCase();
  return rules.find(({ code, slug }) => code.toLowerCase() === wanted || slug === wanted) ?? null;
}
