import { modelledProviders } from "../cache-model/rules/rules-of.ts";
import { codesWithoutRule } from "../diagnosis/codes-without-rule.ts";
import { allRules } from "../diagnosis/registry.ts";
import type { FindingCode } from "../kernel/finding.ts";
import type { Vocabulary } from "../scenario/vocabulary.ts";

/** The words of other parts that scenarios may use. */
export function makeVocabulary(): Vocabulary {
  const warnings = codesWithoutRule.filter(({ status }) => status === "warning");
  const findings = new Map<string, FindingCode>();
  for (const { code, slug } of [...allRules, ...warnings]) findings.set(code, code).set(slug, code);
  return { findings, providers: modelledProviders, strategies: STRATEGIES };
}

/** By name alone, since the library behind `subject.ts` costs time to load; a test holds the list against it. */
const STRATEGIES: readonly string[] = [
  "pass-through",
  "placeholder-results",
  "append-tool-result",
  "snapshot-query",
  "last-n-turns",
  "qwen-history",
  "sanitized-history",
];
