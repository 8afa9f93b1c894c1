import { allowedRatio, atLeast, efficiency } from "../../cache-model/expected-ratio.ts";
import type { Evidence } from "../../diagnosis/evidence.ts";
import { cachedTooShort } from "../../diagnosis/facts/impossible-usage.ts";
import { shorterThanPrefix } from "../../diagnosis/facts/shorter-than-prefix.ts";
import { usageContradiction } from "../../diagnosis/facts/usage-contradiction.ts";
import { once } from "../../kernel/memo/once.ts";
import { readAnswered } from "../../diagnosis/reading/read-answered.ts";
import { observedRatio } from "../../wires/shared/usage/observed-ratio.ts";
import type { Exchange } from "../../kernel/exchange.ts";
import type { InspectedRatio } from "../../kernel/inspection/inspection.ts";
import type { Layout } from "../../kernel/layout.ts";
import type { TurnRatio } from "../../kernel/turn-ratio.ts";
import { isOfPrompt, type PairLengths, soundUsage } from "../costs/pair-lengths.ts";

/**
 * The child's hit ratio, with the ratio that the shared prefix allows. Null if its counters cover more than this prompt: sums
 * over inner rounds, or a hidden prompt of the provider. `expected` is found when it is read, since it needs the lengths of both prompts.
 */
export function judgeRatio(evidence: Evidence, lengths: () => PairLengths | null): Omit<TurnRatio, "verdict"> | null {
  const { child } = evidence;
  if (child.answered().usage !== null && usageContradiction(child) === null && !isOfPrompt(child)) return null;
  const usage = shorterThanPrefix(evidence) === null && !cachedTooShort(evidence) ? soundUsage(child) : null;
  const observed = usage === null ? null : observedRatio(usage, child.layout.dialect);
  const expected = once(() => {
    const known = lengths();
    const minimumTokens = evidence.wholeCache()?.asked.minimumTokens ?? 0;
    return known === null ? null : atLeast(observed, allowedRatio({ ...known, minimumTokens }));
  });
  return {
    observed,
    get expected() {
      return expected();
    },
    get efficiency() {
      return efficiency(observed, expected());
    },
  };
}

/** The same ratio with all that is found when it is read: it may outlive the bodies. */
export function settledRatio(ratio: TurnRatio | null): TurnRatio | null {
  return ratio && { ...ratio };
}

/**
 * The ratio of an exchange without a parent: any tokens that it read were stored outside this recording. Null without reported
 * counters.
 */
export function ratioAlone(layout: Layout, exchange: Exchange): InspectedRatio | null {
  const answered = once(() => readAnswered(layout.dialect, exchange));
  const { usage } = answered();
  if (usage === null || !isOfPrompt({ layout, exchange, answered })) return null;
  const isSound = usageContradiction({ layout, exchange, answered }) === null;
  const observed = isSound ? observedRatio(usage, layout.dialect) : null;
  return { observed, expected: null, efficiency: null, verdict: null };
}
