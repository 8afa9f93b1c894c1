import { meaningOf } from "../cache-model/turn-ratio.ts";
import type { Judgement } from "../kernel/judgement.ts";
import type { ForkRun } from "../kernel/run-result.ts";
import type { RatioVerdict } from "../kernel/turn-ratio.ts";
import { lostNothing } from "./judge-reusable.ts";

/** Codes that say that the parent's entry was not there to be read, whatever the fork sent. */
const COLD: readonly string[] = ["CB701", "CB702", "CB703"];

/** What a fork's first hit ratio means. A long directive makes a low ratio of a whole prefix: its efficiency tells the two apart. */
export function ratioVerdict(
  { firstTurnRatio, expectedRatio }: Pick<ForkRun, "firstTurnRatio" | "expectedRatio">,
  judgement: Judgement | null,
): RatioVerdict {
  const verdict = meaningOf(firstTurnRatio, expectedRatio, judgement !== null && isCold(judgement));
  return judgement === null ? verdict : besideCause(verdict, judgement);
}

/** Whether there was no entry: without a cause in the fork, one that cannot be read was never stored. */
export function isCold({
  findings,
  reusable,
  reusableBecause,
}: Pick<Judgement, "findings" | "reusable" | "reusableBecause">): boolean {
  if (findings.some(({ code }) => COLD.includes(code))) return true;
  return lostNothing({ reusable, because: reusableBecause });
}

/**
 * A good ratio is not `ok` if a cause lost a part of the prefix all the same. Where the counters show that it lost nothing, they and the
 * cause contradict each other.
 */
export function besideCause(
  verdict: RatioVerdict,
  { findings, breakCost }: Pick<Judgement, "findings" | "breakCost">,
): RatioVerdict {
  if (verdict !== "ok" || !findings.some(({ role }) => role === "cause" || role === "invalid")) return verdict;
  return breakCost?.lostTokens === 0 ? "unknown" : "low";
}
