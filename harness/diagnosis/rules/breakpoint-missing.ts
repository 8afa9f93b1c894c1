import type { Rule } from "../rule.ts";

export const breakpointMissing: Rule = {
  code: "CB501",
  slug: "breakpoint-missing",
  segment: "breakpoints",
  severity: "high",
  weight: "beside",
  providerReason: null,
  title: "No breakpoint of the fork covers what it shares with its parent",
  when: "The provider needs marks, the parent marked a shared block, and no mark of the fork stands there or behind.",
  why: "This provider looks an entry up only from a marked block backwards. Without a mark at or behind the parent's last one, the entry is there and nobody asks for it.",
  mend: "Put a breakpoint on the last block that is shared, or behind it.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"hi","cache_control":{"type":"ephemeral"}}]}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"hi"}]},{"role":"user","content":"go"}]}`,
    mended: `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"hi","cache_control":{"type":"ephemeral"}}]},{"role":"user","content":"go"}]}`,
  },
  detect(evidence) {
    const { parentMarks, childMarks, shared, needed } = evidence.breakpoints();
    const stored = parentMarks.findLast(({ at }) => at < shared);
    if (!needed || stored === undefined || childMarks.some(({ at }) => at >= stored.at)) return null;
    const observed =
      childMarks.length === 0
        ? `the fork carries no mark; the parent's last is on block ${stored.at + 1} of ${shared} shared ones`
        : `the fork's last mark is ${stored.at - (childMarks.at(-1)?.at ?? 0)} blocks before the parent's`;
    return { observed, pointer: stored.block.pointer, loses: "tools" };
  },
};
