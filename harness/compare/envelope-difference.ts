import type { Envelope, Layout } from "../kernel/layout.ts";
import { type Difference, firstDifference } from "./first-difference.ts";
import { cutWhiteSpace, type Pieces } from "./pieces.ts";
import { isOfItem } from "../dialects/openai-responses/view-item.ts";

/**
 * Where the bytes of two messages first differ, white space between tokens aside: a member may stand behind the content in
 * one and be missing in the other. Null where that place lies in a block, which is compared by itself, and for input items, whose
 * members have no order.
 */
export function envelopeDifference(parent: Layout, left: Envelope, child: Layout, right: Envelope): Difference | null {
  if (isOfItem(left)) return null;
  const found = firstDifference(parent.body, bytesOf(parent, left), child.body, bytesOf(child, right));
  if (found === null) return null;
  const inContent = isInContent(parent, left, found.parentOffset) || isInContent(child, right, found.childOffset);
  return inContent ? null : found;
}

function bytesOf({ body }: Layout, { span }: Envelope): Pieces {
  return cutWhiteSpace(body, [span]);
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
