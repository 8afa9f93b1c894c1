import type { ReadBlock } from "../read-block.ts";
import type { ReadMessage } from "../read-messages.ts";
import { sharedShingles, similarity } from "../text/similarity.ts";

/** Texts that share less have nothing to do with each other (codes.md, CB309). */
const UNRELATED = 0.2;

/** Whether two blocks, or two runs of them, share enough to be one before and after an edit. */
export function isRelated(parent: readonly ReadBlock[], child: readonly ReadBlock[]): boolean {
  const [before, after] = [contentOf(parent), contentOf(child)];
  return similarity(before, after) >= UNRELATED || sharedShingles(before, after) >= UNRELATED;
}

/** What is said; of a call, its raw block. */
function contentOf(blocks: readonly ReadBlock[]): string {
  return blocks.map(({ text, key }) => text ?? key).join("");
}

/** What a block keeps through an edit: the id of its call, or all but that id. */
export function signsOf({ kind, key, callId }: ReadBlock): readonly string[] {
  return callId === null ? [key] : [`${kind} ${callId}`, key.replaceAll(callId, "")];
}

/** Whether a block may have become the other. A picture may have become a text that stands for it. */
export function isSameSort(parent: ReadBlock, child: ReadBlock): boolean {
  return sortOf(parent) === sortOf(child);
}

/** Whether a message may have become the other: same role, and content of one sort in both. */
export function mayBecome(parent: ReadMessage, child: ReadMessage): boolean {
  if (parent.role !== child.role) return false;
  const sorts = new Set(parent.blocks.map(sortOf));
  return sorts.size === 0 || child.blocks.some((block) => sorts.has(sortOf(block)));
}

function sortOf({ kind }: ReadBlock): ReadBlock["kind"] {
  return kind === "media" ? "text" : kind;
}
