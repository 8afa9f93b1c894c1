import { foldMessagesMemo, messagesStart } from "../kernel/memo/fold-messages-memo.ts";
import type { Normalisation, PairClass, Verdict } from "../kernel/judgement.ts";
import type { Layout, Segment, Unit } from "../kernel/layout.ts";
import { compareSegment, type SegmentComparison } from "./compare-segment.ts";
import { isUnrelated } from "./is-unrelated.ts";
import { ANY_RULES, smallestRules } from "./rule-sets.ts";

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
  const forkPoint = sharedEnd === null ? undefined : parent.units.find(({ pointer }) => pointer === sharedEnd);
  const expected = bySegment(forkPoint === undefined ? parent.units : upTo(parent.units, forkPoint));
  const free = CACHE_ORDER.slice(CACHE_ORDER.indexOf(forkPoint?.segment ?? "messages"));
  const sent = bySegment(child.units);
  const compare = (segment: Segment): SegmentComparison =>
    compareSegment(segment, parent, expected[segment], child, sent[segment], free.includes(segment));
  const segments = { tools: compare("tools"), system: compare("system"), messages: compare("messages") };

  const diverged = CACHE_ORDER.map((segment) => segments[segment]).find((each) => each.end.is === "diverged") ?? null;
  const reached = diverged === null ? CACHE_ORDER : CACHE_ORDER.slice(0, CACHE_ORDER.indexOf(diverged.segment) + 1);
  const normalisations = usedNormalisations(reached.map((segment) => segments[segment]));
  return {
    parent,
    child,
    verdict: diverged !== null ? "diverged" : normalisations.length > 0 ? "rendered-identical" : "byte-identical",
    class: classify(parent, child, segments, diverged !== null),
    normalisations,
    diverged,
    segments,
    shared: sum(reached.map((segment) => extent(parent, expected[segment], segments[segment].matched))),
    examined: sum(CACHE_ORDER.map((segment) => extent(parent, expected[segment], expected[segment].length))),
  };
}

/** The smallest set that serves every unit of the shared part, and what left blocks out. */
function usedNormalisations(compared: readonly SegmentComparison[]): readonly Normalisation[] {
  const used = new Set<Normalisation>(smallestRules(compared.reduce((mask, { under }) => mask & under, ANY_RULES)));
  for (const { leftOut } of compared) for (const each of leftOut) used.add(each);
  return NORMALISATION_ORDER.filter((each) => used.has(each));
}

/** The blocks among the first `count` units and their raw bytes; a message's envelope counts in neither. */
function extent(layout: Layout, units: readonly Unit[], count: number): Extent {
  if (units[0]?.segment === "messages") return extentOfMessages(layout, messagesStart(layout.units) + count);
  return addUnits(NOTHING, units, 0, count);
}

const NOTHING: Extent = { blocks: 0, bytes: 0 };

const extentOfMessages = foldMessagesMemo(NOTHING, (extent, { units }, from, to) => addUnits(extent, units, from, to));

function addUnits({ blocks, bytes }: Extent, units: readonly Unit[], from: number, to: number): Extent {
  for (let at = from; at < to; at += 1) {
    const unit = units[at];
    if (unit?.unit !== "block") continue;
    blocks += 1;
    bytes += unit.span.end - unit.span.start;
  }
  return { blocks, bytes };
}

function sum(extents: readonly Extent[]): Extent {
  return extents.reduce((left, right) => ({ blocks: left.blocks + right.blocks, bytes: left.bytes + right.bytes }));
}

function upTo(units: readonly Unit[], end: Unit): readonly Unit[] {
  return units.slice(0, units.indexOf(end));
}

/** Units stand in cache order, so each segment is one run. */
function bySegment(units: readonly Unit[]): Readonly<Record<Segment, readonly Unit[]>> {
  let [tools, system] = [0, 0];
  for (const unit of units) {
    if (unit.segment === "messages") break;
    if (unit.segment === "tools") tools += 1;
    else system += 1;
  }
  return {
    tools: units.slice(0, tools),
    system: units.slice(tools, tools + system),
    messages: units.slice(tools + system),
  };
}

function classify(
  parent: Layout,
  child: Layout,
  segments: Comparison["segments"],
  diverged: boolean,
): Exclude<PairClass, "initial"> {
  const all = CACHE_ORDER.map((segment) => segments[segment]);
  if (diverged) return isUnrelated(parent, child, all) ? "unrelated" : "changed";
  if (segments.messages.end.is === "shortened") return "shortened";
  return segments.messages.childMatched < segments.messages.child.length ? "extension" : "identical";
}
