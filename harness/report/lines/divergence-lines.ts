import type { Divergence } from "../../kernel/judgement.ts";
import { printable } from "../../kernel/text/printable.ts";
import type { Span } from "../../kernel/span.ts";
import { splitExcerpt } from "../../kernel/text/split-excerpt.ts";
import { excerptLines } from "./excerpt-lines.ts";
import { formatCount } from "../../kernel/text/format-count.ts";
import { inset, type Sheet } from "../tables/sheet.ts";

type Side = {
  readonly name: string;
  readonly pointer: string;
  readonly offset: number | null;
  readonly excerpt: string | null;
  readonly differs: Span | null;
};

/** Where two requests part: the node, and on each side the block, the byte and the text around it. */
export function divergenceLines(divergence: Divergence, sheet: Sheet): readonly string[] {
  const { pointer, parentOffset, parentExcerpt, parentDiffers } = divergence;
  const { childPointer, childOffset, childExcerpt, childDiffers } = divergence;
  const sides: readonly Side[] = [
    { name: "parent", pointer, offset: parentOffset, excerpt: parentExcerpt, differs: parentDiffers },
    { name: "child", pointer: childPointer, offset: childOffset, excerpt: childExcerpt, differs: childDiffers },
  ];
  return [
    `first difference in ${divergence.segment}, at ${sheet.paint.strong(printable(divergence.at))}`,
    ...inset(sheet, 2, (narrower) => sides.flatMap((side) => sideLines(side, narrower))),
  ];
}

function sideLines({ name, pointer, offset, excerpt, differs }: Side, sheet: Sheet): readonly string[] {
  const place = offset === null ? "ends before this block" : `byte ${formatCount(offset)} of the body`;
  const heading = `${sheet.paint.faint(name.padEnd(8))}${printable(pointer)}, ${place}`;
  if (excerpt === null || differs === null) return [heading];
  return [heading, ...inset(sheet, 8, (narrower) => excerptLines(splitExcerpt(excerpt, differs), narrower))];
}
