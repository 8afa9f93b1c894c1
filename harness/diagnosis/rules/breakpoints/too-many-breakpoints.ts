import { checkBreakpoints } from "../../../cache-model/prompt/check-breakpoints.ts";
import type { Rule } from "../../rule.ts";

export const tooManyBreakpoints: Rule = {
  code: "CB502",
  slug: "too-many-breakpoints",
  segment: "breakpoints",
  severity: "high",
  weight: "invalid",
  providerReason: null,
  title: "The fork carries more breakpoints than the provider allows",
  when: "The fork carries more breakpoints than the provider allows, the automatic one included.",
  why: "The provider answers 400. A fork exceeds the limit if it adds breakpoints to inherited ones. So does a gateway that overlooks the automatic one at the top level.",
  fix: "Take an inherited breakpoint away for each one that the fork adds; the automatic one counts too.",
  example: {
    parent: `{"model":"m","system":[{"type":"text","text":"You review.","cache_control":{"type":"ephemeral"}}],"messages":[{"role":"user","content":[{"type":"text","text":"hi","cache_control":{"type":"ephemeral"}}]}]}`,
    broken: `{"model":"m","system":[{"type":"text","text":"You review.","cache_control":{"type":"ephemeral"}}],"messages":[{"role":"user","content":[{"type":"text","text":"hi","cache_control":{"type":"ephemeral"}},{"type":"text","text":"a","cache_control":{"type":"ephemeral"}},{"type":"text","text":"b","cache_control":{"type":"ephemeral"}},{"type":"text","text":"c","cache_control":{"type":"ephemeral"}}]}]}`,
    fixed: `{"model":"m","system":[{"type":"text","text":"You review.","cache_control":{"type":"ephemeral"}}],"messages":[{"role":"user","content":[{"type":"text","text":"hi","cache_control":{"type":"ephemeral"}},{"type":"text","text":"a","cache_control":{"type":"ephemeral"}},{"type":"text","text":"b"},{"type":"text","text":"c","cache_control":{"type":"ephemeral"}}]}]}`,
  },
  detect({ comparison, breakpoints }) {
    const { rules } = breakpoints();
    if (rules?.surplusBreakpoints.value !== "refused") return null;
    const fault = checkBreakpoints(comparison.child, rules);
    if (fault?.fault !== "too-many") return null;
    return {
      observed: `the fork carries ${fault.found} breakpoints, ${fault.allowed} are allowed`,
      pointer: fault.pointer,
    };
  },
};
