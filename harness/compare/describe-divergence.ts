import type { Divergence } from "../kernel/judgement.ts";
import type { Layout, Unit } from "../kernel/layout.ts";
import type { Span } from "../kernel/span.ts";
import type { Excerpt } from "../kernel/split-excerpt.ts";
import { pointerWithin } from "../wire-scan/pointer-at.ts";
import type { SegmentComparison } from "./compare-segment.ts";
import { cutExcerpts } from "./cut-excerpts.ts";
import type { Difference } from "./first-difference.ts";

type Side = {
  readonly layout: Layout;
  readonly units: readonly Unit[];
  /** Index of the unit at which the sides part. */
  readonly index: number;
};

/** Where the shared part ends too early: pointers, offsets and readable cuts of both bodies. */
export function describeDivergence(compared: SegmentComparison, parent: Layout, child: Layout): Divergence | null {
  if (compared.end.is !== "diverged") return null;
  const left: Side = { layout: parent, units: compared.parent, index: compared.matched };
  const right: Side = { layout: child, units: compared.child, index: compared.childMatched };
  const leftUnit = presentUnit(left, right);
  const rightUnit = presentUnit(right, left);
  const difference = compared.end.difference;
  const both = leftUnit !== null && rightUnit !== null && difference !== null;
  const excerpts = cutExcerpts(
    leftUnit === null
      ? null
      : { body: parent.body, unit: leftUnit, from: both ? difference.parentOffset : leftUnit.span.start },
    rightUnit === null
      ? null
      : { body: child.body, unit: rightUnit, from: both ? difference.childOffset : rightUnit.span.start },
  );
  return {
    segment: compared.segment,
    pointer: leftUnit?.pointer ?? pastTheEnd(left, compared),
    childPointer: rightUnit?.pointer ?? pastTheEnd(right, compared),
    at: both ? deepestNode(left, leftUnit, right, rightUnit, difference) : container(leftUnit ?? rightUnit, compared),
    parentOffset: leftUnit === null ? null : both ? difference.parentOffset : leftUnit.span.start,
    childOffset: rightUnit === null ? null : both ? difference.childOffset : rightUnit.span.start,
    parentExcerpt: textOf(excerpts.parent),
    childExcerpt: textOf(excerpts.child),
    parentDiffers: differingPart(excerpts.parent),
    childDiffers: differingPart(excerpts.child),
  };
}

/**
 * The unit that stands at the place, or null where this side has none there: it has ended, or its message has ended while
 * the other's goes on.
 */
function presentUnit(side: Side, other: Side): Unit | null {
  const unit = side.units[side.index];
  if (unit === undefined) return null;
  return unit.unit === "envelope" && other.units[other.index]?.unit === "block" ? null : unit;
}

function pastTheEnd(side: Side, compared: SegmentComparison): string {
  const before = side.units[side.index - 1];
  if (compared.segment !== "messages" || before === undefined) return `/${compared.segment}/${side.index}`;
  if (before.unit === "envelope") return `${before.pointer}/content/0`;
  const blocks = side.units
    .slice(0, side.index)
    .filter((unit) => unit.unit === "block" && unit.message === before.message);
  return `/messages/${before.message}/content/${blocks.length}`;
}

function container(unit: Unit | null, compared: SegmentComparison): string {
  if (unit === null) return `/${compared.segment}`;
  const cut = unit.pointer.lastIndexOf("/");
  return cut > 0 ? unit.pointer.slice(0, cut) : unit.pointer;
}

/** Where one side's difference lies deeper (a number that goes on), that node holds it; else the parent's does. */
function deepestNode(left: Side, leftUnit: Unit, right: Side, rightUnit: Unit, difference: Difference): string {
  const ours = leftUnit.pointer + pointerWithin(left.layout.body, leftUnit.span.start, difference.parentOffset);
  const theirs = rightUnit.pointer + pointerWithin(right.layout.body, rightUnit.span.start, difference.childOffset);
  return theirs.startsWith(`${ours}/`) ? theirs : ours;
}

function textOf(excerpt: Excerpt | null): string | null {
  return excerpt && excerpt.before + excerpt.differing + excerpt.after;
}

function differingPart(excerpt: Excerpt | null): Span | null {
  return excerpt && { start: excerpt.before.length, end: excerpt.before.length + excerpt.differing.length };
}
