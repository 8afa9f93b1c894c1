import { foldMessagesMemo, messagesStart } from "../kernel/memo/fold-messages-memo.ts";
import type { Block, Layout } from "../kernel/layout.ts";
import { memoizeByObject } from "../kernel/memo/memoize-by-object.ts";
import { Sequence } from "../kernel/memo/sequence.ts";

/** A block with breakpoints of its own, and the block before it in cache order. */
export type BreakpointBlock = { readonly block: Block; readonly before: Block | null };

/** The blocks of a request that carry breakpoints, in cache order. */
export const markedBlocks: (layout: Layout) => readonly BreakpointBlock[] = memoizeByObject((layout) => {
  const marked: BreakpointBlock[] = [];
  let before: Block | null = null;
  const head = messagesStart(layout.units);
  for (let at = 0; at < head; at += 1) {
    const unit = layout.units[at];
    if (unit?.unit !== "block") continue;
    if (unit.marks.length > 0) marked.push({ block: unit, before });
    before = unit;
  }
  const last = before;
  for (const each of inMessages(layout).marked.toArray())
    marked.push(each.before === null ? { ...each, before: last } : each);
  return marked;
});

const NONE: { readonly marked: Sequence<BreakpointBlock>; readonly last: Block | null } = {
  marked: Sequence.empty(),
  last: null,
};

const inMessages = foldMessagesMemo(NONE, (state, { units }, from, to) => {
  let { marked, last } = state;
  for (let at = from; at < to; at += 1) {
    const unit = units[at];
    if (unit?.unit !== "block") continue;
    if (unit.marks.length > 0) marked = marked.and({ block: unit, before: last });
    last = unit;
  }
  return { marked, last };
});
