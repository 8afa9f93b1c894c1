import type { Envelope, Layout } from "../kernel/layout.ts";
import { type Difference, firstDifference } from "./first-difference.ts";
import { cutOut, cutWhiteSpace, type Pieces } from "./pieces.ts";
import { isOfItem } from "../wires/openai-responses/view-item.ts";

/**
 * Where the bytes of two messages first differ, white space between tokens aside: a member may stand behind the content in
 * one and be missing in the other. Null where that place lies in a block, which is compared by itself, and for input items, whose
 * members have no order.
 */
export function envelopeDifference(parent: Layout, left: Envelope, child: Layout, right: Envelope): Difference | null {
  if (isOfItem(left)) return null;
  return (
    outsideContent(parent, left, child, right, bytesOf) ?? outsideContent(parent, left, child, right, unmarkedBytesOf)
  );
}

function outsideContent(
  parent: Layout,
  left: Envelope,
  child: Layout,
  right: Envelope,
  compared: (layout: Layout, envelope: Envelope) => Pieces,
): Difference | null {
  const found = firstDifference(parent.body, compared(parent, left), child.body, compared(child, right));
  if (found === null) return null;
  const inContent = isInContent(parent, left, found.parentOffset) && isInContent(child, right, found.childOffset);
  return inContent ? null : found;
}

function bytesOf({ body }: Layout, { span }: Envelope): Pieces {
  return cutWhiteSpace(body, [span]);
}

/** A moved breakpoint lies in a block, so two envelopes do not differ by it. They may differ behind it. */
function unmarkedBytesOf({ body, units }: Layout, { span, message, segment }: Envelope): Pieces {
  const marks = units.flatMap((unit) =>
    unit.unit === "block" && unit.segment === segment && unit.message === message ? unit.marks : [],
  );
  return cutWhiteSpace(
    body,
    cutOut(
      [span],
      marks.map(({ excision }) => excision),
    ),
  );
}

function isInContent({ units }: Layout, { message, segment }: Envelope, offset: number): boolean {
  return units.some(
    (unit) =>
      unit.unit === "block" &&
      unit.segment === segment &&
      unit.message === message &&
      offset >= unit.span.start &&
      offset < unit.span.end,
  );
}
