import type { Layout, Unit } from "../kernel/layout.ts";
import { commonLength, commonTail } from "../wire-scan/common-length.ts";
import type { SegmentComparison } from "./compare-segment.ts";

/**
 * Whether two requests that diverge have nothing to do with each other: no block of the parent stands anywhere in the child,
 * and in no segment do both begin with a block whose edited form the other could be. A block is taken for edited where more
 * than half of the longer one is shared at its two ends. Two requests without a block in common, yet with one changed
 * word in a long first message, are one conversation.
 */
export function isUnrelated(parent: Layout, child: Layout, segments: readonly SegmentComparison[]): boolean {
  const sharesBlock = segments.some((each) => each.parent.slice(0, each.matched).some(isBlock));
  if (sharesBlock || segments.some((each) => isEdited(parent, each.parent, child, each.child))) return false;
  const [own, sent] = [segments.flatMap((each) => each.parent), segments.flatMap((each) => each.child)];
  // A text is made of those blocks alone whose length the other side has too.
  const texts = new Set(textsOf(child, sent, lengthsOf(own)));
  return !textsOf(parent, own, lengthsOf(sent)).some((text) => texts.has(text));
}

function isBlock({ unit }: Unit): boolean {
  return unit === "block";
}

function lengthsOf(units: readonly Unit[]): ReadonlySet<number> {
  return new Set(units.filter(isBlock).map(({ span }) => span.end - span.start));
}

function textsOf({ body }: Layout, units: readonly Unit[], lengths: ReadonlySet<number>): readonly string[] {
  const alike = units.filter((unit) => isBlock(unit) && lengths.has(unit.span.end - unit.span.start));
  return alike.map(({ span }) => body.toString("latin1", span.start, span.end));
}

function isEdited(parent: Layout, units: readonly Unit[], child: Layout, others: readonly Unit[]): boolean {
  const [left, right] = [units.find(isBlock)?.span, others.find(isBlock)?.span];
  if (left === undefined || right === undefined) return false;
  const [before, after] = [left.end - left.start, right.end - right.start];
  const shorter = Math.min(before, after);
  const head = commonLength(parent.body, left.start, child.body, right.start, shorter);
  const tail = commonTail(parent.body, left.end, child.body, right.end, shorter - head);
  return (head + tail) * 2 > Math.max(before, after);
}
