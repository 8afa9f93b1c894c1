import { type Finding, isBreak } from "../../kernel/finding.ts";
import type { Judgement } from "../../kernel/judgement.ts";
import type { RatioVerdict, TurnRatio } from "../../kernel/turn-ratio.ts";
import { LOW_RATIO } from "../../cache-model/expected-ratio.ts";
import { lostNothing } from "./judge-reusable.ts";

/**
 * The parts of a judgement that decide the meaning of a ratio. The cost of a break matters only if the ratio alone looks good.
 */
type RatioEvidence = Pick<Judgement, "findings" | "reusable" | "reusableBecause" | "breakCost">;

/** Codes that say that the parent's entry was not there to be read, whatever the fork sent. */
const COLD: readonly string[] = ["CB701", "CB702", "CB703"];

/**
 * The meaning of a hit ratio: the one word that every command prints. A long directive lowers the ratio although the whole prefix
 * was read; its efficiency shows the difference. Without a judgement, only the ratio counts.
 */
export function ratioVerdict(
  ratio: Pick<TurnRatio, "observed" | "expected">,
  judged: RatioEvidence | null,
): RatioVerdict {
  const { observed } = ratio;
  if (observed === null) return "unknown";
  const causes = judged?.findings.filter(isBreak) ?? [];
  if (observed >= LOW_RATIO) return causes.length === 0 ? "ok" : besideCause(causes, judged);
  const { expected } = ratio;
  if (expected === 0) return "below-minimum";
  if (judged !== null && isCold(causes, judged)) return "cold-parent";
  // If the readable part is unknown, a low ratio may be the maximum.
  return expected === null ? "unknown" : "low";
}

/**
 * A good ratio is not `ok` if a cause lost a part of the prefix all the same. Where the counters show that it lost nothing, they and the
 * cause contradict each other. A missing breakpoint leaves nothing behind that a counter could show as lost.
 */
function besideCause(causes: readonly Finding[], judged: RatioEvidence | null): RatioVerdict {
  if (causes.some(({ code }) => code === "CB501")) return "low";
  return judged?.breakCost?.lostTokens === 0 ? "unknown" : "low";
}

/** Whether the entry was not there by time, or never stored. A request with a cause of its own could not have read one. */
function isCold(causes: readonly Finding[], { findings, reusable, reusableBecause }: RatioEvidence): boolean {
  const deciding = causes.length === 0 ? findings : causes;
  const byTime = deciding.filter(({ code }) => COLD.includes(code));
  if (causes.length > 0) return byTime.length === causes.length;
  return byTime.length > 0 || lostNothing({ reusable, because: reusableBecause });
}
