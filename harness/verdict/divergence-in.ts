import { compareLayouts } from "../compare/compare-layouts.ts";
import { describeDivergence } from "../compare/describe-divergence.ts";
import type { Divergence } from "../kernel/judgement.ts";
import type { Segment } from "../kernel/layout.ts";
import { hideCredentials } from "./hide-credentials.ts";
import type { Pair } from "./judge.ts";
import { readRequest } from "./read-request.ts";

/**
 * Where two requests part in one segment, even if an earlier segment differs, too. Null if they share it, and if they cannot be compared.
 */
export function divergenceIn(
  segment: Segment,
  { parent, child, showText = false }: Pick<Pair, "parent" | "child" | "showText">,
): Divergence | null {
  const left = readRequest(parent);
  const right = readRequest(child, left);
  if (left === null || left.dialect !== right?.dialect) return null;
  const comparison = compareLayouts(left.layout, right.layout, null);
  return describeDivergence(
    comparison.segments[segment],
    comparison.parent,
    comparison.child,
    showText ? undefined : hideCredentials,
  );
}
