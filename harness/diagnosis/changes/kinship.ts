import type { ReadBlock } from "../reading/read-block.ts";
import { isSameContent, type ReadMessage } from "../reading/read-messages.ts";
import { sharedShingles } from "../text/similarity.ts";

/** Texts that share less have nothing to do with each other (harness/diagnosis/CODES.md). */
const UNRELATED = 0.2;

/** Whether two blocks, or two runs of them, share enough to be one before and after an edit. */
export function isRelated(parent: readonly ReadBlock[], child: readonly ReadBlock[]): boolean {
  if (parent.length === 1 && child.length === 1 && sharesCall(parent[0], child[0])) return true;
  const [before, after] = [contentOf(parent), contentOf(child)];
  // A text cannot share more than its length. So one long text is never searched for in each of many short ones.
  const [shorter, longer] = [Math.min(before.length, after.length), Math.max(before.length, after.length)];
  return shorter >= longer * UNRELATED && sharedShingles(before, after) >= UNRELATED;
}

function sharesCall(parent: ReadBlock | undefined, child: ReadBlock | undefined): boolean {
  return typeof parent?.callId === "string" && parent.callId === child?.callId;
}

/** The text; for a call, its raw block. */
function contentOf(blocks: readonly ReadBlock[]): string {
  return blocks.map(({ text, key }) => text ?? key).join("");
}

/** The part of a block that survives an edit: the id of its call, or all but that id. */
export function signsOf({ kind, key, callId }: ReadBlock): readonly string[] {
  // A key is bytes, a character each.
  return callId === null ? [key] : [`${kind} ${callId}`, key.replaceAll(Buffer.from(callId).toString("latin1"), "")];
}

/** Whether a block may have become the other. A picture may have become a text that stands for it. */
export function isSameSort(parent: ReadBlock, child: ReadBlock): boolean {
  return sortOf(parent) === sortOf(child);
}

/** Whether a message may have become the other: same role and content of one sort in both, or the same content. */
export function mayBecome(parent: ReadMessage, child: ReadMessage): boolean {
  if (parent.role !== child.role) return parent.blocks.length > 0 && isSameContent(parent, child);
  const sorts = new Set(parent.blocks.map(sortOf));
  return sorts.size === 0 || child.blocks.some((block) => sorts.has(sortOf(block)));
}

/**
 * Whether another turn took the place of the parent's: both have calls or results, and of other calls. Or one alone has them, and they
 * have nothing in common.
 */
export function isOtherTurn(parent: ReadMessage, child: ReadMessage): boolean {
  const [ours, theirs] = [callIdsOf(parent), callIdsOf(child)];
  if (ours.length === 0 && theirs.length === 0) return false;
  if (ours.length > 0 && theirs.length > 0) return !theirs.some((id) => ours.includes(id));
  return !isRelated(parent.blocks, child.blocks);
}

function callIdsOf({ blocks }: ReadMessage): readonly string[] {
  return blocks.flatMap(({ callId }) => callId ?? []);
}

function sortOf({ kind }: ReadBlock): ReadBlock["kind"] {
  return kind === "media" ? "text" : kind;
}
