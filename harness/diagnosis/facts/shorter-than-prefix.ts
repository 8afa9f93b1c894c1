import { promptTokens } from "../../wires/shared/usage/observed-ratio.ts";
import type { Evidence } from "../evidence.ts";
import { reportedStore } from "./served-prefix.ts";
import { usageContradiction } from "./usage-contradiction.ts";
import { formatCount } from "../../kernel/text/format-count.ts";

/** Share of a length by which two counts of one text may differ (harness/providers/FACTS.md#token-lengths and harness/providers/FACTS.md#dashscope). */
const TOLERANCE = 0.02;

/**
 * Why the counters of a pair cannot both be true: the child's whole prompt is said to be shorter than the prefix in it that its
 * parent's counters show. Null where something differs, where one of the two says nothing, where thinking stands in the prefix, which
 * providers leave out of later prompts, and where a cache stores whole requests, whose ends they count as they like (DeepSeek: 381 and 460).
 */
export function shorterThanPrefix(evidence: Evidence): string | null {
  const { comparison, parent, child } = evidence;
  const { usage, isOnePrompt } = child.answered();
  if (usage === null || !isOnePrompt || comparison.verdict === "diverged" || comparison.class === "shortened")
    return null;
  const total = promptTokens(usage, child.layout.dialect);
  const play = total === null ? null : evidence.cache();
  if (total === null || play === null || play.rules.engine === "shared-prefix" || parent.model() !== child.model())
    return null;
  const stored = reportedStore(evidence, play);
  if (stored === null || total >= stored * (1 - TOLERANCE) || usageContradiction(child) !== null) return null;
  if (!play.isShared) return null;
  if (comparison.parent.units.some((unit) => unit.unit === "block" && unit.kind === "thinking")) return null;
  return `the counters contradict the parent's: a prompt of ${formatCount(total)} tokens cannot hold the ${formatCount(stored)} that the parent left`;
}
