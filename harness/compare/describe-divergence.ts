import type { Divergence } from "../kernel/judgement.ts";
import type { Layout, Unit } from "../kernel/layout.ts";
import type { Span } from "../kernel/span.ts";
import type { Excerpt } from "../kernel/text/split-excerpt.ts";
import { pointerWithin } from "../wire-scan/pointer-at.ts";
import { aroundDifference } from "./around-difference.ts";
import type { SegmentComparison } from "./compare-segment.ts";
import { cutExcerpts, type Hide } from "./cut-excerpts.ts";
import { envelopeDifference } from "./envelope-difference.ts";
import type { Difference } from "./first-difference.ts";
import { itemDifference } from "./item-difference.ts";
import { pastTheEnd, type Side } from "./past-the-end.ts";

/** Where the shared part ends too early: pointers, offsets and readable cuts of both bodies, without what `hide` hides. */
export function describeDivergence(
  compared: SegmentComparison,
  parent: Layout,
  child: Layout,
  hide: Hide = (text) => text,
): Divergence | null {
  if (compared.end.is !== "diverged") return null;
  const left: Side = { units: compared.parent, index: compared.matched };
  const right: Side = { units: compared.child, index: compared.childMatched };
  const leftUnit = presentUnit(left, right);
  const rightUnit = presentUnit(right, left);
  const difference =
    leftUnit === null || rightUnit === null
      ? null
      : (itemDifference(parent, leftUnit, child, rightUnit) ??
        inMessage(parent, leftUnit, child, rightUnit) ??
        compared.end.difference);
  const around = aroundDifference({ layout: parent, side: left }, { layout: child, side: right }, difference);
  const ours =
    leftUnit &&
    (around === null
      ? placeIn(parent, leftUnit, difference?.parentOffset ?? leftUnit.span.start)
      : placeAround(parent, leftUnit, around.parent, around.parentOffset));
  const theirs =
    rightUnit &&
    (around === null
      ? placeIn(child, rightUnit, difference?.childOffset ?? rightUnit.span.start)
      : placeAround(child, rightUnit, around.child, around.childOffset));
  const excerpts = cutExcerpts(ours, theirs, hide);
  return {
    segment: compared.segment,
    pointer: leftUnit?.pointer ?? pastTheEnd(left, right),
    childPointer: rightUnit?.pointer ?? pastTheEnd(right, left),
    at: ours !== null && theirs !== null ? deepestNode(ours, theirs) : container(leftUnit ?? rightUnit, compared),
    parentOffset: ours?.from ?? null,
    childOffset: theirs?.from ?? null,
    parentExcerpt: textOf(excerpts.parent),
    childExcerpt: textOf(excerpts.child),
    parentDiffers: differingPart(excerpts.parent),
    childDiffers: differingPart(excerpts.child),
  };
}

/** The unit at this place. Null if this side has ended, or if its message has ended while the other's continues. */
function presentUnit(side: Side, other: Side): Unit | null {
  const unit = side.units[side.index];
  if (unit === undefined) return null;
  const hasEnded = other.units[other.index] === undefined;
  // A system prompt is reported block by block. For a prompt that the other side lacks, this is its first block.
  if (hasEnded && unit.segment === "system" && unit.unit === "envelope") return firstBlock(side) ?? unit;
  return unit.unit === "envelope" && other.units[other.index]?.unit === "block" ? null : unit;
}

function firstBlock({ units, index }: Side): Unit | null {
  const next = units[index + 1];
  return next?.unit === "block" ? next : null;
}

/** Of two messages whose envelopes differ. */
function inMessage(parent: Layout, left: Unit, child: Layout, right: Unit): Difference | null {
  return left.unit === "envelope" && right.unit === "envelope" ? envelopeDifference(parent, left, child, right) : null;
}

function container(unit: Unit | null, compared: SegmentComparison): string {
  if (unit === null) return `/${compared.segment}`;
  const cut = unit.pointer.lastIndexOf("/");
  return cut > 0 ? unit.pointer.slice(0, cut) : unit.pointer;
}

/** Where a difference lies in one body: the bytes around it that belong to the unit, and the deepest node that holds it. */
type DifferencePlace = {
  readonly body: Buffer;
  readonly span: Span;
  readonly from: number;
  /** JSON pointer of the unit. */
  readonly of: string;
  readonly at: string;
};

function placeIn({ body }: Layout, { pointer, span }: Unit, from: number): DifferencePlace {
  return { body, span, from, of: pointer, at: pointer + pointerWithin(body, span.start, from) };
}

/** A place before a block, in the list or the message that holds it. */
function placeAround({ body }: Layout, { pointer, message }: Unit, span: Span, from: number): DifferencePlace {
  const list = pointer.slice(0, pointer.lastIndexOf("/"));
  return { body, span, from, of: pointer, at: message === -1 ? list : pointer.split("/").slice(0, 3).join("/") };
}

/** Where one side's difference in the same unit lies deeper (a number that goes on), that node holds it; else the parent's does. */
function deepestNode(ours: DifferencePlace, theirs: DifferencePlace): string {
  return ours.of === theirs.of && theirs.at.startsWith(`${ours.at}/`) ? theirs.at : ours.at;
}

function textOf(excerpt: Excerpt | null): string | null {
  return excerpt && excerpt.before + excerpt.differing + excerpt.after;
}

function differingPart(excerpt: Excerpt | null): Span | null {
  return excerpt && { start: excerpt.before.length, end: excerpt.before.length + excerpt.differing.length };
}
