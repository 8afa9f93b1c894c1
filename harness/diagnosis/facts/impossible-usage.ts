import type { PairPlay } from "../../cache-model/play-pair.ts";
import type { PromptChain } from "../../cache-model/prompt/prompt-chain.ts";
import type { Usage } from "../../kernel/usage.ts";
import type { SideEvidence } from "../side-evidence.ts";
import type { Evidence } from "../evidence.ts";
import { reportedRead, reportedStore } from "./served-prefix.ts";
import { usageContradiction } from "./usage-contradiction.ts";
import { formatCount } from "../../kernel/text/format-count.ts";

/**
 * Why counters cannot be right if the cache of marked blocks follows its rules: it stored without a breakpoint, or less than the
 * model's minimum, or served an expired entry. Uses no estimate: only reported lengths, breakpoints and times. Null if the
 * counters follow the rules, and if the cache promises less than these rules.
 */
export function impossibleUsage(evidence: Evidence): string | null {
  const [before, after] = [touched(evidence.parent), touched(evidence.child)];
  if (before === null && after === null) return null;
  const play = evidence.cache();
  if (play?.rules.engine !== "marked-blocks") return null;
  return (
    againstBody("the parent", before, play.stored) ??
    againstBody("the fork", after, play.asked) ??
    readExpired(evidence, play)
  );
}

/** Whether the counters of either say that less was cached than the model caches, of which a ratio means nothing. */
export function cachedTooShort(evidence: Evidence): boolean {
  const after = touched(evidence.child);
  const play = after === null ? null : evidence.cache();
  return after !== null && play?.rules.engine === "marked-blocks" && isTooShort(after, play.asked);
}

/** Tokens that an exchange read or wrote by sound counters of its one prompt; null where it did neither. */
function touched(side: SideEvidence): number | null {
  const { usage, isOnePrompt } = side.answered();
  if (usage === null || !isOnePrompt || cached(usage) === 0 || usageContradiction(side) !== null) return null;
  return cached(usage);
}

function cached({ read, write }: Usage): number {
  return (read ?? 0) + (write ?? 0);
}

function againstBody(who: string, tokens: number | null, chain: PromptChain): string | null {
  if (tokens === null) return null;
  const counted = `${who} read and wrote ${formatCount(tokens)} tokens by its counters`;
  if (chain.breakpoints.length === 0) return `${counted}, and marks no breakpoint`;
  return isTooShort(tokens, chain)
    ? `${counted}; the model caches none below ${formatCount(chain.minimumTokens)}`
    : null;
}

function isTooShort(tokens: number, { modelIsKnown, minimumTokens }: PromptChain): boolean {
  return modelIsKnown && tokens < minimumTokens;
}

function readExpired(evidence: Evidence, play: PairPlay): string | null {
  if (!play.timesKnown || !play.isShared || play.prediction.missed?.because !== "expired") return null;
  const [read, stored] = [reportedRead(evidence), reportedStore(evidence, play)];
  if (read === null || stored === null || read < stored) return null;
  return `the parent's entry had expired when the fork was sent, yet the fork read all of its ${formatCount(stored)} tokens`;
}
