import { markedBlocks } from "../../wires/marked-blocks.ts";
import type { Block, Layout, Mark } from "../../kernel/layout.ts";
import { askedTtl } from "./asked-ttl.ts";
import type { KeyRules } from "../../providers/rules/cache-rules.ts";

/** A block up to which the caller wants the prefix cached. */
export type PlacedBreakpoint = {
  readonly block: Block;
  readonly ttl: string;
  /** JSON pointer of the mark that asks for it; empty where the provider sets it unasked. */
  readonly pointer: string;
  /** Whether the top-level mark put it here. */
  readonly automatic: boolean;
};

/**
 * Every breakpoint of a request in prompt order, valid or not. The automatic one stands on the last block that can carry
 * one; where that block has a mark of its own, both are listed, so that a conflict can be seen.
 */
export function placeBreakpoints(layout: Layout, rules: KeyRules): readonly PlacedBreakpoint[] {
  const placed: PlacedBreakpoint[] = [];
  const ttl = askedTtl(layout, rules) ?? rules.defaultTtl.value;
  for (const { block, before } of markedBlocks(layout)) {
    for (const [index, mark] of block.marks.entries()) {
      if (isWrittenAgain(block, index)) continue;
      const isLeading = mark.excision.end <= block.span.start;
      if (isSet(layout, mark)) placed.push(place(isLeading ? (before ?? block) : block, mark, ttl, false));
    }
  }
  const automatic = layout.automaticMark;
  const asked = automatic !== null && isSet(layout, automatic) ? automatic : null;
  if (asked === null && !rules.marksLastBlock.value) return placed;
  const last = layout.units.findLast((unit) => unit.unit === "block" && isMarkable(unit, rules));
  return last?.unit === "block" ? [...placed, place(last, asked ?? UNASKED, ttl, true)] : placed;
}

function isMarkable(block: Block, rules: KeyRules): boolean {
  return !block.deferred && !rules.unmarkable.value.includes(block.kind);
}

const UNASKED = { ttl: null, pointer: "" } as const;

function place(block: Block, mark: Pick<Mark, "ttl" | "pointer">, ttl: string, automatic: boolean): PlacedBreakpoint {
  return { block, ttl: mark.ttl ?? ttl, pointer: mark.pointer, automatic };
}

/** Of a mark that one object writes twice the last counts, as parsers read it. */
function isWrittenAgain({ marks }: Block, index: number): boolean {
  return marks.some((mark, at) => at > index && mark.pointer === marks[index]?.pointer);
}

/** Clients write `"cache_control": null` for no breakpoint. */
function isSet(layout: Layout, mark: Mark): boolean {
  return layout.body[mark.value.start] === 0x7b;
}
