import { familyOf } from "../../../kernel/text/model-family.ts";
import type { Rule } from "../../rule.ts";

export const modelChanged: Rule = {
  code: "CB101",
  slug: "model-changed",
  segment: "parameters",
  severity: "high",
  weight: "beside",
  providerReason: "model_changed",
  title: "The fork asks another model than its parent",
  when: "The model that the two requests name differs. A note where one is the other's name with a date.",
  why: "Each model has a cache of its own. A fork on a cheaper model pays full price for a prefix that the parent's model would have read at a tenth.",
  fix: "Send the parent's model; for a cheaper one, start a fresh agent with a short prompt instead of a fork.",
  example: {
    parent: `{"model":"claude-sonnet-4-5","messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"claude-haiku-4-5","messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"claude-sonnet-4-5","messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
  },
  detect({ parent, child }) {
    const [before, after] = [parent.model(), child.model()];
    if (before === after) return null;
    const observed = `the parent asks ${before ?? "no model"}, the fork ${after ?? "no model"}`;
    // An alias and the dated name that it stands for are one model.
    const isSame = before !== null && after !== null && familyOf(before) === familyOf(after);
    return { names: ["model"], observed, loses: "tools", ...(isSame && { harmless: true }) };
  },
};
