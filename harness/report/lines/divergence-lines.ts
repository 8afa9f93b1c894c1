import type { Divergence } from "../../kernel/judgement.ts";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import type { Span } from "../../kernel/span.ts";
import { splitExcerpt } from "../../kernel/text/split-excerpt.ts";
import { excerptLines } from "./excerpt-lines.ts";
import { formatCount } from "../../kernel/text/format-count.ts";
import { inset, type TextLayout } from "../tables/text-layout.ts";

type Side = {
  readonly name: string;
  readonly pointer: string;
  readonly offset: number | null;
  readonly excerpt: string | null;
  readonly differs: Span | null;
};

/** Where two requests part: the node, and on each side the block, the byte and the text around it. */
export function divergenceLines(
  divergence: Divergence,
  sheet: TextLayout,
  [parent, child]: readonly [parent: string, child: string] = ["parent", "child"],
): readonly string[] {
  const { pointer, parentOffset, parentExcerpt, parentDiffers } = divergence;
  const { childPointer, childOffset, childExcerpt, childDiffers } = divergence;
  const sides: readonly Side[] = [
    { name: parent, pointer, offset: parentOffset, excerpt: parentExcerpt, differs: parentDiffers },
    { name: child, pointer: childPointer, offset: childOffset, excerpt: childExcerpt, differs: childDiffers },
  ];
  return [
    `first difference in ${divergence.segment}, at ${sheet.paint.strong(escapeControlChars(divergence.at))}`,
    ...inset(sheet, 2, (narrower) => sides.flatMap((side) => sideLines(side, narrower))),
  ];
}

function sideLines({ name, pointer, offset, excerpt, differs }: Side, sheet: TextLayout): readonly string[] {
  const place = offset === null ? "ends before this block" : `byte ${formatCount(offset)} of the body`;
  const heading = `${sheet.paint.faint(name.padEnd(8))}${escapeControlChars(pointer)}, ${place}`;
  if (excerpt === null || differs === null) return [heading];
  return [heading, ...inset(sheet, 8, (narrower) => excerptLines(splitExcerpt(excerpt, differs), narrower))];
}
