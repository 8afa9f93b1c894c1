import type { Envelope, Layout } from "../kernel/layout.ts";
import { type Difference, firstDifference } from "./first-difference.ts";
import { cutWhiteSpace, type Pieces } from "./pieces.ts";
import { isOfItem } from "../dialects/openai-responses/view-item.ts";

/**
 * Where the bytes of two messages first differ, white space between tokens aside: a member may stand behind the content in
 * one and be missing in the other. Null where that place lies in a block, which is compared by itself, and where an envelope
 * is no run of members in the order of the body.
 */
export function envelopeDifference(parent: Layout, left: Envelope, child: Layout, right: Envelope): Difference | null {
  if (isOfItem(left) || !isWhole(left) || !isWhole(right)) return null;
  const found = firstDifference(parent.body, bytesOf(parent, left), child.body, bytesOf(child, right));
  if (found === null) return null;
  const inContent = isInContent(parent, left, found.parentOffset) || isInContent(child, right, found.childOffset);
  return inContent ? null : found;
}

function bytesOf({ body }: Layout, { span }: Envelope): Pieces {
  return cutWhiteSpace(body, [span]);
}

/** False where the envelope takes in bytes beside its message. */
function isWhole({ span, members }: Envelope): boolean {
  return members.every(({ start, end }) => start >= span.start && end <= span.end);
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
