import type { Layout, Unit } from "../kernel/layout.ts";
import type { Span } from "../kernel/span.ts";
import { type Difference, firstDifference } from "./first-difference.ts";
import type { Side } from "./past-the-end.ts";
import { cutWhiteSpace } from "./pieces.ts";

/** A difference that lies around two blocks, with the part of each body that holds it. */
export type AroundDifference = Difference & { readonly parent: Span; readonly child: Span };

/**
 * Where two blocks of equal bytes part that stand at unequal places: in another list of declarations, under another member of their
 * message. The difference is then in what stands before them, white space between tokens aside. Null where the blocks themselves
 * differ at `found`.
 */
export function aroundDifference(
  { layout: parent, side: left }: { readonly layout: Layout; readonly side: Side },
  { layout: child, side: right }: { readonly layout: Layout; readonly side: Side },
  found: Difference | null,
): AroundDifference | null {
  if (found === null || parent.body[found.parentOffset] !== child.body[found.childOffset]) return null;
  const [ours, theirs] = [spanBefore(left), spanBefore(right)];
  if (ours === null || theirs === null) return null;
  const difference = firstDifference(
    parent.body,
    cutWhiteSpace(parent.body, [ours]),
    child.body,
    cutWhiteSpace(child.body, [theirs]),
  );
  return difference && { ...difference, parent: ours, child: theirs };
}

/** From the message that a block belongs to, or the tool before it, to the block's end. */
function spanBefore({ units, index }: Side): Span | null {
  const unit = units[index];
  if (unit?.unit !== "block") return null;
  const before = unit.message === -1 ? units[index - 1] : envelopeOf(units, index);
  if (before === undefined || before.span.start > unit.span.start) return null;
  return { start: before.span.start, end: unit.span.end };
}

function envelopeOf(units: readonly Unit[], index: number): Unit | undefined {
  return units.slice(0, index + 1).findLast(({ unit }) => unit === "envelope");
}
