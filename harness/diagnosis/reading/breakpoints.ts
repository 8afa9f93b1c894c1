import { anthropicRules } from "../../providers/anthropic/cache-rules.ts";
import type { CacheRules } from "../../providers/rules/cache-rules.ts";
import { placeBreakpoints } from "../../cache-model/prompt/place-breakpoints.ts";
import { rulesOf } from "../../cache-model/rules/rules-of.ts";
import type { CachedRequest, ProviderCache } from "../../providers/provider.ts";
import type { Comparison } from "../../compare/compare-layouts.ts";
import { leftOutBy } from "../../compare/left-out.ts";
import { messagesStart } from "../../kernel/memo/fold-messages-memo.ts";
import type { Block, Layout, Segment, Unit } from "../../kernel/layout.ts";
import { memoizeByObject } from "../../kernel/memo/memoize-by-object.ts";

/** The breakpoints of both requests on one scale: the n-th block of the prompt, which is the same on both sides up to `shared`. */
export type Breakpoints = {
  readonly parentMarks: readonly MarkedBlock[];
  readonly childMarks: readonly MarkedBlock[];
  /** How many leading blocks of the prompt both requests share. */
  readonly shared: number;
  /** The child's prompt, block by block. */
  readonly childBlocks: readonly Block[];
  /** The provider's rules for breakpoints. Null if it ignores breakpoints, and if its cache has no model. */
  readonly rules: CacheRules | null;
  /** Whether the provider stores nothing without marks. */
  readonly needed: boolean;
};

export type MarkedBlock = {
  readonly at: number;
  readonly block: Block;
  readonly ttl: string;
  /** JSON pointer of the mark, in the body of its side. */
  readonly pointer: string;
  /** Whether the top-level mark put it here. */
  readonly automatic: boolean;
};

const CACHE_ORDER: readonly Segment[] = ["tools", "system", "messages"];

export function readBreakpoints(
  comparison: Comparison,
  { provider, model, headers }: Pick<CachedRequest, "model" | "headers"> & { readonly provider: string | null },
  caches?: readonly ProviderCache[],
): Breakpoints {
  const ofMarks = (isMarked: boolean): CacheRules | null => {
    const asked = {
      provider: provider ?? "",
      model,
      dialect: comparison.child.dialect,
      isMarked,
      ...(headers && { headers }),
    };
    const rules = rulesOf(asked, caches);
    return rules?.engine === "marked-blocks" ? rules : null;
  };
  const rules = ofMarks(true);
  // The wire format says where a breakpoint stands; the provider's own rules say where the automatic one does.
  const placed = rules ?? anthropicRules;
  const childBlocks = promptBlocks(comparison.child);
  return {
    parentMarks: marksOf(comparison.parent, promptBlocks(comparison.parent), placed),
    childMarks: marksOf(comparison.child, childBlocks, placed),
    shared: comparison.shared.blocks - leftOutBlocks(comparison),
    childBlocks,
    rules,
    needed: ofMarks(false) !== null,
  };
}

/** How many places of the provider's lookback lie between two blocks: neighbours of a run of calls or of results share one. */
export function positionsBetween(
  blocks: readonly Block[],
  { from, to }: { readonly from: number; readonly to: number },
  { runsShareAPosition }: CacheRules,
): number {
  let positions = 0;
  for (let at = from + 1; at <= to; at += 1) {
    const kind = blocks[at]?.kind;
    const continues = kind !== undefined && kind === blocks[at - 1]?.kind && runsShareAPosition.value.includes(kind);
    if (!continues) positions += 1;
  }
  return positions;
}

/** The parent's units that the fork shares, as the verdict has it. */
export function sharedUnits({ segments, diverged }: Comparison): readonly Unit[] {
  const reached = diverged === null ? CACHE_ORDER : CACHE_ORDER.slice(0, CACHE_ORDER.indexOf(diverged.segment) + 1);
  return reached.flatMap((segment) => segments[segment].parent.slice(0, segments[segment].matched));
}

/** Shared blocks that are not part of the prompt; they come before the messages. */
function leftOutBlocks({ parent, segments, diverged }: Comparison): number {
  const heads = diverged?.segment === "tools" ? [segments.tools] : [segments.tools, segments.system];
  const units = heads.flatMap((head) => head.parent.slice(0, head.matched));
  return units.filter((unit) => leftOutBy(parent, unit) !== null).length;
}

const promptBlocks = memoizeByObject((layout: Layout): readonly Block[] => {
  const blocks: Block[] = [];
  const head = messagesStart(layout.units);
  for (let at = 0; at < layout.units.length; at += 1) {
    const unit = layout.units[at];
    if (unit?.unit === "block" && (at >= head || leftOutBy(layout, unit) === null)) blocks.push(unit);
  }
  return blocks;
});

function marksOf(layout: Layout, blocks: readonly Block[], rules: CacheRules): readonly MarkedBlock[] {
  return placeBreakpoints(layout, rules).flatMap(({ block, ttl, pointer, automatic }) => {
    const at = blocks.lastIndexOf(block);
    return at === -1 ? [] : [{ at, block, ttl, pointer, automatic }];
  });
}
