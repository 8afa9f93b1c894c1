import { meaningOf } from "../cache-model/turn-ratio.ts";
import type { Judgement } from "../kernel/judgement.ts";
import type { ForkRun } from "../kernel/run-result.ts";
import type { RatioVerdict } from "../kernel/turn-ratio.ts";

/** Codes that say that the parent's entry was not there to be read, whatever the fork sent. */
const COLD: readonly string[] = ["CB701", "CB702", "CB703"];

/** What a fork's first hit ratio means. A long directive makes a low ratio of a whole prefix: its efficiency tells the two apart. */
export function ratioVerdict(
  { firstTurnRatio, expectedRatio }: Pick<ForkRun, "firstTurnRatio" | "expectedRatio">,
  judgement: Judgement | null,
): RatioVerdict {
  return meaningOf(firstTurnRatio, expectedRatio, judgement !== null && isCold(judgement));
}

/** Whether there was no entry: without a cause in the fork, one that cannot be reused was never stored. */
export function isCold({ findings, reusable, verdict }: Pick<Judgement, "findings" | "reusable" | "verdict">): boolean {
  if (findings.some(({ code }) => COLD.includes(code))) return true;
  const hasCause = findings.some(({ role }) => role === "cause" || role === "invalid");
  return reusable === "no" && !hasCause && verdict !== "diverged";
}
