import type { Layout, Unit } from "../kernel/layout.ts";
import type { SegmentComparison } from "./compare-segment.ts";

/**
 * Whether two requests that diverge have nothing to do with each other: no block of the parent stands anywhere in the child,
 * and in no segment do both begin with a block whose edited form the other could be. A block is taken for edited where more
 * than half of the longer one is shared at its two ends. Two requests without a block in common, yet with one changed
 * word in a long first message, are one conversation.
 */
export function isUnrelated(parent: Layout, child: Layout, segments: readonly SegmentComparison[]): boolean {
  const sent = new Set(segments.flatMap((each) => each.child.flatMap((unit) => textOf(child, unit))));
  return segments.every(
    (each) =>
      !each.parent.slice(0, each.matched).some(({ unit }) => unit === "block") &&
      !each.parent.some((unit) => textOf(parent, unit).some((text) => sent.has(text))) &&
      !isEdited(parent, each.parent, child, each.child),
  );
}

/** The raw text of a block; an envelope has none. */
function textOf({ body }: Layout, { unit, span }: Unit): readonly string[] {
  return unit === "block" ? [body.toString("utf8", span.start, span.end)] : [];
}

function isEdited(parent: Layout, units: readonly Unit[], child: Layout, others: readonly Unit[]): boolean {
  const [left, right] = [units, others].map((each) => each.find(({ unit }) => unit === "block"));
  if (left === undefined || right === undefined) return false;
  const [before, after] = [bytesOf(parent, left), bytesOf(child, right)];
  const [shorter, longer] = [Math.min(before.length, after.length), Math.max(before.length, after.length)];
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  return (head + tail) * 2 > longer;
}

function bytesOf({ body }: Layout, { span }: Unit): Buffer {
  return body.subarray(span.start, span.end);
}
