import { checkBreakpoints } from "../../../cache-model/prompt/check-breakpoints.ts";
import type { Rule } from "../../rule.ts";

export const ttlOrder: Rule = {
  code: "CB508",
  slug: "ttl-order",
  segment: "breakpoints",
  severity: "high",
  weight: "invalid",
  providerReason: null,
  title: "A longer lifetime stands behind a shorter one",
  when: "In prompt order, a breakpoint with a longer lifetime comes after one with a shorter.",
  why: "The provider answers 400: in prompt order, tools first, entries that live an hour must come before those that live five minutes.",
  fix: "Give the breakpoints in front the longer lifetime, or all of them one.",
  example: {
    parent: `{"model":"m","system":[{"type":"text","text":"You review.","cache_control":{"type":"ephemeral"}}],"messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","system":[{"type":"text","text":"You review.","cache_control":{"type":"ephemeral"}}],"messages":[{"role":"user","content":"hi"},{"role":"user","content":[{"type":"text","text":"go","cache_control":{"type":"ephemeral","ttl":"1h"}}]}]}`,
    fixed: `{"model":"m","system":[{"type":"text","text":"You review.","cache_control":{"type":"ephemeral"}}],"messages":[{"role":"user","content":"hi"},{"role":"user","content":[{"type":"text","text":"go","cache_control":{"type":"ephemeral","ttl":"5m"}}]}]}`,
  },
  detect({ comparison, breakpoints }) {
    const { rules } = breakpoints();
    const fault = rules === null ? null : checkBreakpoints(comparison.child, rules);
    if (fault?.fault !== "ttl-order") return null;
    return {
      observed: `the fork's ${fault.pointer} asks for ${fault.ttl} behind a breakpoint of ${fault.after}`,
      pointer: fault.pointer,
    };
  },
};
