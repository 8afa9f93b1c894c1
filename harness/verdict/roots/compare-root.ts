import { compareLayouts, type Comparison } from "../../compare/compare-layouts.ts";
import { describeDivergence } from "../../compare/describe-divergence.ts";
import { diagnosePrefix } from "../../diagnosis/diagnose.ts";
import { gatherEvidence } from "../../diagnosis/evidence.ts";
import type { ComparedRoot, RootDifference } from "../../kernel/roots/compared-root.ts";
import type { Finding } from "../../kernel/finding.ts";
import type { Layout } from "../../kernel/layout.ts";
import { continuesElsewhere } from "../recording/continues-elsewhere.ts";
import { guessProvider } from "../guess-provider.ts";
import { hideCredentials, withoutCredentials } from "../hide-credentials.ts";
import type { JudgeOptions } from "../recording/judge-recording.ts";
import type { ReadRequest } from "../read-request.ts";
import { rootCost } from "../costs/root-cost.ts";

/**
 * Compares the tools and the system prompt of two requests that begin conversations. `usedMs` is when the earlier conversation was
 * last at the provider before the later one began. Null where they cannot be compared.
 */
export function compareRoot(
  earlier: ReadRequest,
  later: ReadRequest,
  usedMs: number | null,
  options: JudgeOptions,
): ComparedRoot | null {
  const { exchange, layout } = earlier;
  if (earlier.dialect !== later.dialect || [layout, later.layout].some(continuesFromKept)) return null;
  const at = layout.units.find(({ segment }) => segment === "messages")?.pointer ?? null;
  const comparison = compareLayouts(layout, later.layout, at);
  const provider = options.provider ?? guessProvider(exchange, layout);
  const { caches, showText = false } = options;
  const evidence = gatherEvidence(comparison, provider, exchange, later.exchange, caches);
  const found = comparison.diverged === null ? [] : diagnosePrefix(evidence);
  const differs = (showText ? found : withoutCredentials(found)).flatMap((each) => {
    return differenceOf(each, comparison, showText) ?? [];
  });
  return {
    comparedWith: exchange.id,
    shared: { ...comparison.shared, of: comparison.examined },
    differs,
    ...(differs.length === 0
      ? { cost: null, nothingLost: null }
      : rootCost(evidence, { at, usedMs, ...(caches === undefined ? {} : { caches }) })),
  };
}

function continuesFromKept(layout: Layout): boolean {
  return continuesElsewhere(layout) !== null;
}

/** Rules speak of a parent and its fork; here neither continues the other. */
function amongConversations(observed: string): string {
  return observed.replaceAll(/\bthe (parent|fork)\b/g, (_, which) => {
    return which === "parent" ? "the earlier conversation" : "the new one";
  });
}

function differenceOf(
  { code, slug, segment, pointer, observed }: Finding,
  { segments, parent, child }: Comparison,
  showText: boolean,
): RootDifference | null {
  if (segment !== "tools" && segment !== "system") return null;
  const divergence = describeDivergence(segments[segment], parent, child, showText ? undefined : hideCredentials);
  return {
    code,
    slug,
    segment,
    pointer: pointer ?? divergence?.pointer ?? `/${segment}`,
    observed: amongConversations(observed),
    was: divergence?.parentExcerpt ?? null,
    now: divergence?.childExcerpt ?? null,
  };
}
