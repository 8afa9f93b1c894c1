import type { Rule } from "./rule.ts";

const WEIGHTS: readonly Rule["weight"][] = ["cause", "beside", "invalid", "note"];

/**
 * The rules by weight. Causes stand before the codes that they name, else by code; all others by code. Throws where declarations
 * form a circle, or name a rule that explains no changes.
 */
export function orderRules(rules: readonly Rule[]): readonly Rule[] {
  const byCode = rules.toSorted((left, right) => (left.code < right.code ? -1 : 1));
  const causes = byCode.filter(({ weight }) => weight === "cause");
  const others = WEIGHTS.slice(1).flatMap((weight) => byCode.filter((rule) => rule.weight === weight));
  return [...orderCauses(causes), ...others];
}

function orderCauses(causes: readonly Rule[]): readonly Rule[] {
  for (const { code, before = [] } of causes) {
    const unknown = before.find((named) => !causes.some((rule) => rule.code === named));
    if (unknown !== undefined) throw new Error(`${code} is before ${unknown}, which explains no changes`);
  }
  const ordered: Rule[] = [];
  let waiting = causes;
  while (waiting.length > 0) {
    const next = waiting.find(({ code }) => !waiting.some(({ before }) => before?.includes(code)));
    if (next === undefined) throw new Error(`in a circle: ${waiting.map(({ code }) => code).join(", ")}`);
    ordered.push(next);
    waiting = waiting.filter((rule) => rule !== next);
  }
  return ordered;
}
