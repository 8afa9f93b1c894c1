import { findModelRule } from "../../providers/rules/find-model-rule.ts";
import { parametersOn } from "../../cache-model/prompt/level-seeds.ts";
import type { Segment } from "../../kernel/layout.ts";
import type { Evidence } from "../evidence.ts";

const CACHE_ORDER: readonly Segment[] = ["tools", "system", "messages"];

/** The level that a change of these parameters uncaches by the rules of the cache that answers; `otherwise` where no rule names one. */
export function lostLevel(evidence: Evidence, names: readonly string[], otherwise: Segment): Segment {
  const play = evidence.cache();
  if (play === null) return otherwise;
  const { levels } = findModelRule(play.rules, evidence.child.model() ?? "").rule;
  const found = parametersOn(play.rules, evidence.comparison.child.dialect).flatMap(({ name, level }) =>
    names.includes(name) ? [levels?.[name] ?? level] : [],
  );
  return CACHE_ORDER.find((level) => found.includes(level)) ?? otherwise;
}
