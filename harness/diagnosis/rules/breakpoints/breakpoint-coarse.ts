import { changesOf } from "../../changes/change.ts";
import { isRelated } from "../../changes/kinship.ts";
import { isDiverged } from "../../evidence.ts";
import type { Rule } from "../../rule.ts";

export const breakpointCoarse: Rule = {
  code: "CB506",
  slug: "breakpoint-coarse",
  segment: "breakpoints",
  severity: "none",
  weight: "note",
  providerReason: "system_changed",
  title: "The block that differs is the one that is marked",
  when: "A system block that carries a breakpoint holds the difference and text that is equal.",
  why: "An entry ends with its marked block. Where constant and varying text share that block, the constant part has no entry of its own and is lost with the rest.",
  fix: "Split the block: the constant text in one that is marked, the varying text behind it.",
  example: {
    parent: `{"model":"m","system":[{"type":"text","text":"You review code. Skills: lint.","cache_control":{"type":"ephemeral"}}],"messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","system":[{"type":"text","text":"You review code. Skills: lint and deploy.","cache_control":{"type":"ephemeral"}}],"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","system":[{"type":"text","text":"You review code. Skills: lint.","cache_control":{"type":"ephemeral"}}],"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
  },
  detect({ changes, comparison }) {
    if (!isDiverged(comparison, "system")) return null;
    const marked = changesOf(changes, "system", "edited").find(
      ({ parent, child }) => parent.block.marks.length > 0 && isRelated([parent], [child]),
    );
    if (marked === undefined) return null;
    return { observed: `the marked block ${marked.pointer} holds what differs`, pointer: marked.pointer };
  },
};
