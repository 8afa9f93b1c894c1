import type { MarkedBlock } from "../../reading/breakpoints.ts";
import type { Rule } from "../../rule.ts";

export const ttlMismatch: Rule = {
  code: "CB507",
  slug: "ttl-mismatch",
  segment: "breakpoints",
  severity: "medium",
  weight: "beside",
  providerReason: null,
  title: "The fork asks for another lifetime of the shared part than its parent",
  when: "A breakpoint of the fork asks for another lifetime of a shared block than the parent's.",
  why: "Entries are kept for the lifetime that their breakpoint asks for. A fork of a one-hour conversation that marks five minutes writes the shared part again, and its next turn may come too late.",
  fix: "Give the fork's breakpoints the lifetime of the parent's.",
  example: {
    parent: `{"model":"m","system":[{"type":"text","text":"You review.","cache_control":{"type":"ephemeral","ttl":"1h"}}],"messages":[{"role":"user","content":"hi"}]}`,
    broken: `{"model":"m","system":[{"type":"text","text":"You review.","cache_control":{"type":"ephemeral"}}],"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","system":[{"type":"text","text":"You review.","cache_control":{"type":"ephemeral","ttl":"1h"}}],"messages":[{"role":"user","content":"hi"},{"role":"user","content":"go"}]}`,
  },
  detect(evidence) {
    const { parentMarks, childMarks, shared, rules } = evidence.breakpoints();
    if (rules === null) return null;
    const stored = parentMarks.filter(({ at }) => at < shared);
    const [pair] = counterparts(stored, childMarks).filter(([ours, theirs]) => ours.ttl !== theirs.ttl);
    if (pair === undefined) return null;
    const [ours, theirs] = pair;
    return {
      observed: `the parent's breakpoint asks for ${ours.ttl}, the fork's for ${theirs.ttl}`,
      pointer: ours.block.pointer,
      loses: ours.block.segment,
    };
  },
};

/**
 * Breakpoints on one block. If the fork marks no block of the parent, the parent's last breakpoint and the first one that covers
 * it.
 */
function counterparts(
  stored: readonly MarkedBlock[],
  asked: readonly MarkedBlock[],
): readonly (readonly [MarkedBlock, MarkedBlock])[] {
  const same = stored.flatMap((ours) => {
    const theirs = asked.find(({ at }) => at === ours.at);
    return theirs === undefined ? [] : [[ours, theirs] as const];
  });
  const last = stored.at(-1);
  const covering = last === undefined ? undefined : asked.find(({ at }) => at > last.at);
  if (same.length > 0 || last === undefined || covering === undefined) return same;
  return [[last, covering]];
}
