import { modelledProviders } from "../cache-model/rules/rules-of.ts";
import { codesWithoutRule } from "../diagnosis/codes-without-rule.ts";
import { allRules } from "../diagnosis/registry.ts";
import type { FindingCode } from "../kernel/finding.ts";
import { strategyOptions } from "../scenario/subjects/strategy-options.ts";
import type { Vocabulary } from "../scenario/vocabulary.ts";

/** The words of other parts that scenarios may use. */
export function makeVocabulary(): Vocabulary {
  const warnings = codesWithoutRule.filter(({ status }) => status === "warning");
  const findings = new Map<string, FindingCode>();
  for (const { code, slug } of [...allRules, ...warnings]) findings.set(code, code).set(slug, code);
  return { findings, providers: modelledProviders, strategies: Object.keys(strategyOptions) };
}
