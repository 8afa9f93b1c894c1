import { type CodeWithoutRule, codesWithoutRule } from "./codes-without-rule.ts";
import { allRules } from "./registry.ts";
import type { Rule } from "./rule.ts";
import type { SequenceRule } from "./sequence-rule.ts";

/** The rule with this code or slug, in any case; null if there is no such rule. */
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
  const said = word.trim().toLowerCase();
  const wanted = FORMER_SLUGS[said] ?? said;
  return codes.find(({ code, slug }) => code.toLowerCase() === wanted || slug === wanted) ?? null;
}

/** Slugs that were renamed before 1.0, by what they were; scenarios may still use them. */
const FORMER_SLUGS: Readonly<Record<string, string>> = {
  "betas-changed": "beta-headers-changed",
  compacted: "history-compacted",
  "implicit-only": "automatic-cache-no-guarantee",
  "system-resplit": "system-blocks-resplit",
};
