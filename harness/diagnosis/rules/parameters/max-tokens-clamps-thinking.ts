import { isClampedApart, readThinkingBudget } from "../../changes/thinking-budget.ts";
import { lostLevel } from "../../facts/lost-level.ts";
import type { Rule } from "../../rule.ts";

export const maxTokensClampsThinking: Rule = {
  code: "CB108",
  slug: "max-tokens-clamps-thinking",
  segment: "parameters",
  severity: "high",
  weight: "beside",
  providerReason: "unavailable",
  title: "Another max_tokens leaves another thinking budget",
  when: "Another max_tokens leaves another thinking budget, because a budget must stay below it.",
  why: "The limit on the answer is not part of the prompt, but the thinking budget is, and it must stay below the limit. A side query that asks for a shorter answer so thinks with another budget, and reads tools and system at most.",
  fix: "Send the parent's max_tokens, and bound the answer's length in the fork's own message.",
  example: {
    parent: `{"model":"m","max_tokens":64000,"thinking":{"type":"enabled","budget_tokens":32000},"messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","max_tokens":20000,"thinking":{"type":"enabled","budget_tokens":19999},"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","max_tokens":48000,"thinking":{"type":"enabled","budget_tokens":32000},"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
  },
  detect(evidence) {
    const [parent, child] = [readThinkingBudget(evidence.parent), readThinkingBudget(evidence.child)];
    if (parent === null || child === null || !isClampedApart(parent, child)) return null;
    return {
      names: ["max_tokens", "thinking"],
      observed: `max_tokens ${parent.maxTokens} leaves ${parent.effective} tokens to think in the parent, ${child.maxTokens} leaves ${child.effective} in the fork`,
      loses: lostLevel(evidence, THINKING, "messages"),
    };
  },
};

const THINKING: readonly string[] = ["thinking", "additionalModelRequestFields.thinking"];
