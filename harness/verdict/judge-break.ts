import { readsToEnd } from "../cache-model/play-pair.ts";
import { withLifetimes } from "../cache-model/write-lifetimes.ts";
import type { Evidence } from "../diagnosis/evidence.ts";
import type { BreakCost, PromptTokens } from "../kernel/break-cost.ts";
import type { Finding } from "../kernel/finding.ts";
import { type PairLengths, soundUsage } from "./pair-lengths.ts";

/**
 * What a cause costs the child: the tokens that its parent left in the cache less those that were read. Counters say both where they
 * were reported; else lengths are estimates between what was. Null where there is no cause, where the cache is not modelled, and where its
 * model would read all the same and no counters say better.
 */
export function judgeBreak(
  evidence: Evidence,
  findings: readonly Finding[],
  lengths: PairLengths | null,
): BreakCost | null {
  const play = evidence.cache();
  if (play === null || lengths === null || !findings.some(({ role }) => role === "cause")) return null;
  const read = soundUsage(evidence.child)?.read ?? null;
  // A cause that the model's key does not tell apart: without counters, what it costs is unknown rather than nothing.
  if (read === null && readsToEnd(play)) return null;
  const most = lengths.stored ?? 0;
  const stored = most < play.asked.minimumTokens ? 0 : most;
  const prompt = paidPrompt(evidence, lengths);
  const { startedAtMs } = evidence.child.exchange;
  const lostTokens = Math.max(0, stored - prompt.read);
  return {
    lostTokens,
    grade: lengths.isStoredTold && read !== null ? "reported" : lengths.isAnchored ? "anchored" : "estimate",
    prompt,
    unbroken: withRead(prompt, lostTokens),
    model: evidence.child.model(),
    usd: null,
    pricesOf: startedAtMs === null ? null : new Date(startedAtMs).toISOString(),
  };
}

/** The prompt of the child as its counters report it, else as the cache model predicts it. */
export function paidPrompt(evidence: Evidence, lengths: PairLengths): PromptTokens {
  return reportedPrompt(evidence) ?? predictedPrompt(lengths);
}

function reportedPrompt({ child }: Evidence): PromptTokens | null {
  const usage = soundUsage(child);
  if (usage === null || usage.read === null || usage.fresh === null) return null;
  const { read, write, fresh } = usage;
  const { longWrite = null } = withLifetimes(usage, child.layout);
  return { read, write: write ?? 0, fresh, ...(longWrite !== null && { longWrite }) };
}

function predictedPrompt({ predicted: { read, write, longWrite }, total }: PairLengths): PromptTokens {
  return {
    read,
    write,
    fresh: Math.max(0, total - read - write),
    ...(write > 0 && longWrite !== null && { longWrite }),
  };
}

/**
 * What was not read was written where the provider writes, else it was fresh; a prompt cannot read more than it has. What is kept
 * longest stands first in a prompt, where what was lost stands.
 */
export function withRead({ read, write, fresh, longWrite }: PromptTokens, lost: number): PromptTokens {
  const fromWrite = Math.min(lost, write);
  const fromFresh = Math.min(lost - fromWrite, fresh);
  return {
    read: read + fromWrite + fromFresh,
    write: write - fromWrite,
    fresh: fresh - fromFresh,
    ...(longWrite !== undefined && write > fromWrite && { longWrite: Math.max(0, longWrite - fromWrite) }),
  };
}
