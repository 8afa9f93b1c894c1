import type { Normalisation, PairClass, Verdict } from "../kernel/judgement.ts";
import type { Layout, Segment, Unit } from "../kernel/layout.ts";
import { compareSegment, type SegmentComparison } from "./compare-segment.ts";

/** Two requests held against each other: everything the verdict and the rules are made of. */
export type Comparison = {
  readonly parent: Layout;
  readonly child: Layout;
  readonly verdict: Exclude<Verdict, "not-comparable">;
  readonly class: Exclude<PairClass, "initial">;
  readonly normalisations: readonly Normalisation[];
  /** The segment in which the shared part ends too early; null where it does not. */
  readonly diverged: SegmentComparison | null;
  /** Every segment by itself, so that what would break next is known too. */
  readonly segments: Readonly<Record<Segment, SegmentComparison>>;
  readonly shared: Extent;
  readonly examined: Extent;
};

export type Extent = { readonly blocks: number; readonly bytes: number };

const CACHE_ORDER: readonly Segment[] = ["tools", "system", "messages"];

const NORMALISATION_ORDER: readonly Normalisation[] = [
  "cache_control",
  "string-as-text-block",
  "token-whitespace",
  "billing-header",
  "deferred-tools",
  "item-id-and-key-order",
];

/**
 * Compares block by block in cache order. `sharedEnd` is the JSON pointer of the first unit of the parent that the child
 * need not share (the fork point); null for the parent's end.
 */
export function compareLayouts(parent: Layout, child: Layout, sharedEnd: string | null = null): Comparison {
  const expected = upTo(parent.units, sharedEnd);
  const compare = (segment: Segment): SegmentComparison =>
    compareSegment(segment, parent, ofSegment(expected, segment), child, ofSegment(child.units, segment));
  const segments = { tools: compare("tools"), system: compare("system"), messages: compare("messages") };

  const diverged = CACHE_ORDER.map((segment) => segments[segment]).find((each) => each.end.is === "diverged") ?? null;
  const reached = diverged === null ? CACHE_ORDER : CACHE_ORDER.slice(0, CACHE_ORDER.indexOf(diverged.segment) + 1);
  const used = new Set(reached.flatMap((segment) => [...segments[segment].normalisations]));
  const normalisations = NORMALISATION_ORDER.filter((each) => used.has(each));
  return {
    parent,
    child,
    verdict: diverged !== null ? "diverged" : normalisations.length > 0 ? "rendered-identical" : "byte-identical",
    class: classify(segments, diverged !== null),
    normalisations,
    diverged,
    segments,
    shared: extent(reached.flatMap((segment) => segments[segment].parent.slice(0, segments[segment].matched))),
    examined: extent(expected),
  };
}

/** The number of blocks among `units` and their raw bytes; a message's envelope counts in neither. */
export function extent(units: readonly Unit[]): Extent {
  let [blocks, bytes] = [0, 0];
  for (const unit of units) {
    if (unit.unit !== "block") continue;
    blocks += 1;
    bytes += unit.span.end - unit.span.start;
  }
  return { blocks, bytes };
}

function upTo(units: readonly Unit[], sharedEnd: string | null): readonly Unit[] {
  if (sharedEnd === null) return units;
  const end = units.findIndex((unit) => unit.pointer === sharedEnd);
  return end === -1 ? units : units.slice(0, end);
}

function ofSegment(units: readonly Unit[], segment: Segment): readonly Unit[] {
  return units.filter((unit) => unit.segment === segment);
}

function classify(segments: Comparison["segments"], diverged: boolean): Exclude<PairClass, "initial"> {
  const all = CACHE_ORDER.map((segment) => segments[segment]);
  if (diverged) return all.every((each) => sharesNothing(each)) ? "unrelated" : "changed";
  if (segments.messages.end.is === "shortened") return "shortened";
  return segments.messages.childMatched < segments.messages.child.length ? "extension" : "identical";
}

/** Not even the first block agrees. A segment that both sides leave empty has nothing to say. */
function sharesNothing(compared: SegmentComparison): boolean {
  return !compared.parent.slice(0, compared.matched).some((unit) => unit.unit === "block");
}
