import type { BlockState, TableBlock } from "../kernel/inspection/inspected-block.ts";
import type { Segment } from "../kernel/layout.ts";
import { type PageBlock, type PageRequest, STATES } from "./page-data.ts";

export function pageBlocks(blocks: readonly TableBlock[]): readonly PageBlock[] {
  return blocks.map(pageBlock);
}

export function pageBlock(block: TableBlock): PageBlock {
  const { hash, segment, pointer, bytes, tokens, kind, role, name, text } = block;
  return [hash, SEGMENT[segment], pointer, bytes, tokens, kind, role, name, text];
}

const SEGMENT: Readonly<Record<Segment, PageBlock[1]>> = { tools: 0, system: 1, messages: 2 };

/** A prompt as what it repeats of another one, and what it adds. */
export function promptOf(
  blocks: Iterable<number>,
  like: { readonly row: number; readonly blocks: ArrayLike<number> } | null,
): Pick<PageRequest, "like" | "keep" | "add"> {
  const all = [...blocks];
  if (like === null || like.row < 0) return { like: -1, keep: 0, add: all };
  let keep = 0;
  while (keep < all.length && all[keep] === like.blocks[keep]) keep += 1;
  return { like: like.row, keep, add: all.slice(keep) };
}

/** States as runs: a state's number, how many blocks have it, and so on. */
export function stateRuns(states: readonly BlockState[]): readonly number[] {
  const runs: number[] = [];
  for (const state of states) {
    const number = STATES.indexOf(state);
    if (runs.at(-2) === number) runs[runs.length - 1] = (runs.at(-1) ?? 0) + 1;
    else runs.push(number, 1);
  }
  return runs;
}
