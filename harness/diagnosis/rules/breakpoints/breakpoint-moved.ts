import { type MarkedBlock } from "../../reading/breakpoints.ts";
import type { Rule } from "../../rule.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";

export const breakpointMoved: Rule = {
  code: "CB510",
  slug: "breakpoint-moved",
  segment: "breakpoints",
  severity: "none",
  weight: "note",
  providerReason: null,
  title: "Breakpoints moved while the content stayed equal",
  when: "The shared part is equal and carries breakpoints at other places.",
  why: "Clients mark the end of the conversation, so the breakpoint moves with every turn. Breakpoints are not part of the prefix: the entry behind the old one is still found.",
  fix: "Leave it as it is; this is how a conversation grows.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"hi","cache_control":{"type":"ephemeral"}}]}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"hi"}]},{"role":"user","content":[{"type":"text","text":"go","cache_control":{"type":"ephemeral"}}]}]}`,
    fixed: `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"hi","cache_control":{"type":"ephemeral"}}]},{"role":"user","content":[{"type":"text","text":"go","cache_control":{"type":"ephemeral"}}]}]}`,
  },
  detect(evidence) {
    if (evidence.comparison.verdict === "diverged") return null;
    const { parentMarks, childMarks, shared } = evidence.breakpoints();
    const [before, after] = [explicitWithin(parentMarks, shared), explicitWithin(childMarks, shared)];
    const gone = before.filter((mark) => !after.some((other) => isSamePlace(mark, other)));
    const come = after.filter((mark) => !before.some((other) => isSamePlace(mark, other)));
    const [first] = gone;
    if (gone.length + come.length === 0) return null;
    const observed = `${pluralize(gone.length, "parent breakpoint")} removed from the shared part, ${come.length} added`;
    return first === undefined ? { observed } : { observed, pointer: first.block.pointer };
  },
};

function explicitWithin(marks: readonly MarkedBlock[], shared: number): readonly MarkedBlock[] {
  return marks.filter(({ at, automatic }) => !automatic && at < shared);
}

/** On the same block, and there on the same block in it. */
function isSamePlace(mark: MarkedBlock, other: MarkedBlock): boolean {
  const within = ({ pointer, block }: MarkedBlock): string => pointer.slice(block.pointer.length);
  return mark.at === other.at && within(mark) === within(other);
}
