import { describeSettings, differingSettings } from "../../changes/differing-settings.ts";
import { isClampedApart, readThinkingBudget } from "../../changes/thinking-budget.ts";
import { lostLevel } from "../../facts/lost-level.ts";
import type { Rule } from "../../rule.ts";

export const thinkingChanged: Rule = {
  code: "CB102",
  slug: "thinking-changed",
  segment: "parameters",
  severity: "high",
  weight: "beside",
  providerReason: "unavailable",
  title: "The fork thinks in another mode or with another budget",
  when: "Mode or budget of thinking differs, where omission means disabled, and no limit of the answer explains it.",
  why: "Mode and budget are rendered into the prompt behind the system text. A side query that switches thinking off reads tools and system at most.",
  fix: "Send the parent's thinking setting, budget included.",
  example: {
    parent: `{"model":"m","max_tokens":64000,"thinking":{"type":"enabled","budget_tokens":32000},"messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","max_tokens":64000,"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","max_tokens":64000,"thinking":{"type":"enabled","budget_tokens":32000},"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
  },
  detect(evidence) {
    const settings = differingSettings(evidence, "thinking");
    if (settings.length === 0) return null;
    if (isClampedApart(readThinkingBudget(evidence.parent), readThinkingBudget(evidence.child))) return null;
    const names = settings.map(({ name }) => name);
    return { names, observed: describeSettings(settings), loses: lostLevel(evidence, names, "messages") };
  },
};
