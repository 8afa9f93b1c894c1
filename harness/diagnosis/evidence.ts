import type { Exchange } from "../kernel/exchange.ts";
import type { Block, Layout, Segment } from "../kernel/layout.ts";
import type { Comparison } from "../compare/compare-layouts.ts";
import type { SegmentComparison } from "../compare/compare-segment.ts";
import { readMessages, type ReadMessage } from "./read-messages.ts";
import { readTools, type ReadTool } from "./read-tools.ts";
import { readParameters, type ReadParameters } from "./read-parameters.ts";

/** What a rule may look at: two requests, how they compare, and their parsed parts, which are read when first asked for. */
export type Evidence = {
  readonly comparison: Comparison;
  readonly provider: string | null;
  readonly parent: SideEvidence;
  readonly child: SideEvidence;
};

/**
 * One request as rules see it. Parsed values explain a difference; that there is one was decided on the bytes.
 */
export type SideEvidence = {
  readonly layout: Layout;
  readonly exchange: Pick<Exchange, "path" | "host" | "headers" | "startedAtMs">;
  readonly tools: () => readonly ReadTool[];
  /** The text of each system block, in order. */
  readonly system: () => readonly string[];
  readonly messages: () => readonly ReadMessage[];
  readonly parameters: () => ReadParameters;
};

export function gatherEvidence(
  comparison: Comparison,
  provider: string | null,
  parent: SideEvidence["exchange"],
  child: SideEvidence["exchange"],
): Evidence {
  return {
    comparison,
    provider,
    parent: gatherSide(comparison.parent, parent),
    child: gatherSide(comparison.child, child),
  };
}

/** The segment's comparison where it diverged, else null. */
export function divergedSegment(evidence: Evidence, segment: Segment): SegmentComparison | null {
  const compared = evidence.comparison.segments[segment];
  return compared.end.is === "diverged" ? compared : null;
}

function gatherSide(layout: Layout, exchange: SideEvidence["exchange"]): SideEvidence {
  return {
    layout,
    exchange,
    tools: once(() => readTools(layout)),
    system: once(() => systemBlocks(layout).map((block) => blockText(layout.body, block))),
    messages: once(() => readMessages(layout)),
    parameters: once(() => readParameters(layout)),
  };
}

function systemBlocks(layout: Layout): readonly Block[] {
  return layout.units.filter((unit): unit is Block => unit.unit === "block" && unit.segment === "system");
}

function blockText(body: Buffer, block: Block): string {
  const value: unknown = JSON.parse(body.toString("utf8", block.span.start, block.span.end));
  if (typeof value === "string") return value;
  if (typeof value === "object" && value !== null && "text" in value && typeof value.text === "string")
    return value.text;
  return "";
}

function once<T>(read: () => T): () => T {
  let value: { readonly is: T } | null = null;
  return () => (value ??= { is: read() }).is;
}
