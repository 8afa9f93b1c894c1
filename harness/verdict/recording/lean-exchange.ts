import type { InspectedExchange, InspectedRatio } from "../../kernel/inspection/inspection.ts";
import type { Finding } from "../../kernel/finding.ts";
import type { RatioVerdict } from "../../kernel/turn-ratio.ts";

/**
 * Makes exchanges without what only a list of all exchanges shows: its notes, the figures of its ratio, and of a request that kept its
 * prefix how much that was. Incidents, totals, timeline and gate are the same. A log has thousands, and most of them are such.
 */
export function leanExchanges(): (exchange: InspectedExchange) => InspectedExchange {
  /** Each request brings its model's name as a text of its own. */
  const models = new Map<string | null, string | null>();
  return (exchange) => {
    const { findings, ratio, shared, model } = exchange;
    const kept = findings.filter(isCounted);
    if (!models.has(model)) models.set(model, model);
    return {
      ...exchange,
      model: models.get(model) ?? null,
      findings: kept.length === 0 ? NOTHING : kept,
      shared: kept.length === 0 ? UNKNOWN : shared,
      ratio: leanRatio(ratio),
    };
  };
}

/** A ratio without its figures. They are found when they are read, and need the lengths of both prompts. */
export function leanRatio(ratio: InspectedRatio | null): InspectedRatio | null {
  return ratio === null ? null : RATIOS[ratio.verdict ?? "none"];
}

/** A loss that the provider caused is explained by a finding that may be a note. */
function isCounted({ role, code }: Finding): boolean {
  return role !== "note" || code === "CB705" || code === "CB901";
}

const NOTHING: readonly never[] = [];
const UNKNOWN: InspectedExchange["shared"] = { blocks: 0, bytes: 0 };

const RATIOS: Readonly<Record<RatioVerdict | "none", InspectedRatio>> = {
  ok: of("ok"),
  low: of("low"),
  "cold-parent": of("cold-parent"),
  "below-minimum": of("below-minimum"),
  unknown: of("unknown"),
  none: of(null),
};

function of(verdict: InspectedRatio["verdict"]): InspectedRatio {
  return { observed: null, expected: null, efficiency: null, verdict };
}
